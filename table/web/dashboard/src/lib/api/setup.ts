// Setting a table up.
import { get, post, put, send, type Unanswered } from "./client";
import type { components } from "./schema";
import type { Confirmed } from "./types";

type Schemas = components["schemas"];
export type Finding = Schemas["MachineFindingView"];
export type RulesetDetail = Schemas["RulesetDetailView"];
export type Difference = Schemas["DifferenceView"];
export type SeatDraw = Schemas["SeatDrawView"];
export type Cameras = Schemas["CamerasView"];
export type ShownFace = Schemas["ShownFaceView"];
export type ShownSet = Schemas["ShownSetView"];
export type TileSets = Schemas["TileSetsView"];
export type SeatDrawRequest = Schemas["SeatDrawRequest"];

const named = (id: string): string => encodeURIComponent(id);

export const setupApi = {
  doctor: () => get<Finding[]>("api/doctor"),
  ruleset: (id: string) => get<RulesetDetail>(`api/rulesets/${named(id)}`),
  differences: (id: string, other: string) =>
    get<Difference[]>(`api/rulesets/${named(id)}/differences/${named(other)}`),
  watched: () => get<Cameras>("api/watch/cameras"),
  watch: (cameras: Cameras) => put<Cameras>("api/watch/cameras", cameras),
  tileSets: () => get<TileSets>("api/tile-sets"),
  proposeSet: (photos: string[], mends: Record<string, string>) =>
    post<ShownSet>("api/tile-sets/propose", { photos, mends }),
  keepSet: (photos: string[], mends: Record<string, string>, name: string, replace: boolean) =>
    post<TileSets>("api/tile-sets", { photos, mends, name, replace }),
  draw: (request: SeatDrawRequest) => post<SeatDraw>("api/seating/draw", request),
  seat: (expectedSeq: number, request: SeatDrawRequest, unanswered: Unanswered) =>
    send<Confirmed>("api/seating", { ...request, expected_seq: expectedSeq }, unanswered),
};
