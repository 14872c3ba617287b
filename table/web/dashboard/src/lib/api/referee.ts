// The referee's console.
import { get, post, send, type Unanswered } from "./client";
import type { components } from "./schema";
import type { Confirmed } from "./types";

type Schemas = components["schemas"];
export type Inspection = Schemas["InspectionView"];
export type SeatCheck = Schemas["SeatCheckView"];
export type FoulKind = Schemas["FoulKindView"];
export type Foul = Schemas["FoulRequest"];
export type Consequence = Schemas["ConsequenceView"];
export type Timer = Schemas["TimerView"];
export type Gong = Schemas["GongView"];
export type Audit = Schemas["AuditView"];
export type Count = Schemas["CountView"];
export type Ruling = Schemas["RulingView"];
export type Ending = Schemas["EndingView"];
export type EndingRequest = Schemas["PreviewEndRequest"];

export interface GongNow {
  readonly walls_built: boolean;
  readonly dice_thrown: boolean;
}

export const refereeApi = {
  seats: () => get<Inspection>("api/referee/seats"),
  fouls: () => get<FoulKind[]>("api/fouls"),
  previewFoul: (foul: Foul) => post<Consequence>("api/rulings/preview", foul),
  rule: (expectedSeq: number, foul: Foul, unanswered: Unanswered) =>
    send<Confirmed>("api/rulings", { ...foul, expected_seq: expectedSeq }, unanswered),
  cancel: (expectedSeq: number, ruling: number, reason: string) =>
    send<Confirmed>("api/rulings/cancel", { expected_seq: expectedSeq, ruling, reason }),
  timer: () => get<Timer>("api/timer"),
  changeTimer: (expectedSeq: number, action: "start" | "stop" | "extra", seconds: number) =>
    send<Timer>("api/timer", { expected_seq: expectedSeq, action, seconds }),
  previewGong: (now: GongNow) => post<Gong>("api/timer/gong/preview", now),
  ring: (expectedSeq: number, now: GongNow) =>
    send<Confirmed>("api/timer/gong", { ...now, expected_seq: expectedSeq }),
  audit: () => get<Audit>("api/referee/audit"),
  count: (expectedSeq: number, points: (number | null)[], kyotaku: number | null) =>
    send<Count>("api/referee/counts", { expected_seq: expectedSeq, points, kyotaku }),
  substitute: (expectedSeq: number, seat: number, name: string, minutesLate: number) =>
    send<Confirmed>("api/referee/substitutes", {
      expected_seq: expectedSeq,
      seat,
      name,
      minutes_late: minutesLate,
    }),
  previewEnding: (ending: EndingRequest) => post<Ending>("api/endings/preview", ending),
  end: (expectedSeq: number, ending: EndingRequest, unanswered: Unanswered) =>
    send<Confirmed>("api/endings", { ...ending, expected_seq: expectedSeq }, unanswered),
};
