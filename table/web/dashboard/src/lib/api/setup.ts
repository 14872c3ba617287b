// Setting a table up.
import { get, post, send } from "./client";
import type { components } from "./schema";
import type { Confirmed } from "./types";

type Schemas = components["schemas"];
export type Finding = Schemas["MachineFindingView"];
export type RulesetDetail = Schemas["RulesetDetailView"];
export type Difference = Schemas["DifferenceView"];
export type SeatDraw = Schemas["SeatDrawView"];
export type SeatDrawRequest = Schemas["SeatDrawRequest"];

const named = (id: string): string => encodeURIComponent(id);

export const setupApi = {
  doctor: () => get<Finding[]>("api/doctor"),
  ruleset: (id: string) => get<RulesetDetail>(`api/rulesets/${named(id)}`),
  differences: (id: string, other: string) =>
    get<Difference[]>(`api/rulesets/${named(id)}/differences/${named(other)}`),
  draw: (request: SeatDrawRequest) => post<SeatDraw>("api/seating/draw", request),
  seat: (expectedSeq: number, request: SeatDrawRequest) =>
    send<Confirmed>("api/seating", { ...request, expected_seq: expectedSeq }),
};
