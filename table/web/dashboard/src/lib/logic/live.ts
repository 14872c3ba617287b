// The live connection as a state machine: (state, event) -> state and what to do; no socket in sight.
import type { Entry, LiveMessage, Snapshot, Table } from "../api/types";

/** "stale": what is shown may be old; "live": it is the table as it stands. */
export type LiveStatus = "connecting" | "live" | "stale";

export interface Live {
  readonly status: LiveStatus;
  readonly journal: string | null;
  readonly seq: number;
  readonly table: Table | null;
  /** The last journal entries that came live, oldest first. */
  readonly recent: readonly Entry[];
  /** Failed attempts since the last message. */
  readonly attempts: number;
}

export type LiveEvent =
  | { readonly type: "start" }
  | { readonly type: "message"; readonly message: LiveMessage }
  | { readonly type: "confirmed"; readonly snapshot: Snapshot }
  | { readonly type: "closed" }
  | { readonly type: "silent" };

export type Effect =
  | { readonly type: "open" }
  | { readonly type: "close" }
  | { readonly type: "retry"; readonly afterMs: number };

export type Step = readonly [Live, readonly Effect[]];

export const START: Live = {
  status: "connecting",
  journal: null,
  seq: 0,
  table: null,
  recent: [],
  attempts: 0,
};

export const REMEMBERED = 12;

export const FIRST_RETRY_MS = 400;
export const LONGEST_RETRY_MS = 8000;
/** The server speaks at least every 15 s; twice that and more is silence. */
export const SILENCE_MS = 40_000;

/** The wait before the next attempt: doubling, with a limit. */
export function backoffMs(attempts: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1));
}

export function step(live: Live, event: LiveEvent): Step {
  switch (event.type) {
    case "start":
      return [live, [{ type: "open" }]];
    case "message":
      return onMessage(live, event.message);
    case "confirmed":
      return [adopt(live, event.snapshot), []];
    case "closed": {
      const attempts = live.attempts + 1;
      const status = live.table === null ? "connecting" : "stale";
      const retry: Effect = { type: "retry", afterMs: backoffMs(attempts) };
      return [{ ...live, status, attempts }, [retry]];
    }
    case "silent":
      return resync(live);
  }
}

function onMessage(live: Live, message: LiveMessage): Step {
  if (message.type === "snapshot") {
    const { journal, seq, state } = message;
    const recent = journal === live.journal ? live.recent : [];
    return [{ status: "live", journal, seq, table: state, recent, attempts: 0 }, []];
  }
  const fresh: Live = { ...live, status: "live", attempts: 0 };
  if (message.type === "heartbeat") {
    return message.seq <= live.seq && live.table !== null ? [fresh, []] : resync(live);
  }
  if (message.seq <= live.seq) return [fresh, []];
  if (message.since !== live.seq || live.table === null) return resync(live);
  const recent = [...live.recent, ...message.entries].slice(-REMEMBERED);
  return [{ ...fresh, seq: message.seq, table: message.state, recent }, []];
}

/** A gap or a silence: what is known cannot be trusted; a new connection begins with a snapshot. */
function resync(live: Live): Step {
  const status = live.table === null ? "connecting" : "stale";
  return [{ ...live, status }, [{ type: "close" }, { type: "open" }]];
}

/** The answer to a command of this page brings the table too, mostly before the socket does. */
function adopt(live: Live, snapshot: Snapshot): Live {
  if (snapshot.journal === live.journal && snapshot.seq <= live.seq) return live;
  return { ...live, journal: snapshot.journal, seq: snapshot.seq, table: snapshot.state };
}
