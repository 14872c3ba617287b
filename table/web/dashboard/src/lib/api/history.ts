// The record event by event, and its corrections.
import { get, post, send, type Unanswered } from "./client";
import type { components } from "./schema";
import type { Confirmed } from "./types";

type Schemas = components["schemas"];
export type History = Schemas["HistoryView"];
export type HandEvents = Schemas["HandEventsView"];
export type TableEvent = Schemas["EventView"];
export type Edit = Schemas["EditRequest"];
export type CorrectionPreview = Schemas["CorrectionView"];
/** An event in mjai's words. */
export type Mjai = Record<string, unknown>;

export const historyApi = {
  hand: (hand: number | null) =>
    get<History>(hand === null ? "api/history" : `api/history?hand=${hand}`),
  preview: (edits: Edit[]) => post<CorrectionPreview>("api/corrections/preview", { edits }),
  correct: (expectedSeq: number, edits: Edit[], reason: string, unanswered: Unanswered) =>
    send<Confirmed>("api/corrections", { expected_seq: expectedSeq, edits, reason }, unanswered),
};
