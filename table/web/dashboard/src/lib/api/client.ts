// The API over HTTP; every failure is an ApiError whose message is a sentence for a person, and
// every text of the server comes in the page's language.
import { language } from "../i18n/language.svelte";
import { text } from "../strings";
import type {
  Bridge,
  Camera,
  Confirmed,
  ConfirmedWin,
  Correction,
  Declaration,
  DemoPhoto,
  Photo,
  Problem,
  RankedReading,
  Ruleset,
  Score,
  ScoreRequest,
} from "./types";

export class ApiError extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

let unknown = (): void => undefined;

/** Has something done whenever the table answers that it does not know who asks. */
export function whenUnknown(then: () => void): void {
  unknown = then;
}

let told = (said: string): string => said;

/** Has every refusal told in other words, as with names for numbers of seats. */
export function tellErrors(as: (said: string) => string): void {
  told = as;
}

async function call<T>(method: string, path: string, body?: BodyInit, json = false): Promise<T> {
  return (await (await answerOf(method, path, body, json)).json()) as T;
}

async function answerOf(
  method: string,
  path: string,
  body?: BodyInit,
  json = false,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      body: body ?? null,
      headers: {
        "Accept-Language": language.now,
        ...(json ? { "Content-Type": "application/json" } : {}),
      },
    });
  } catch {
    throw new ApiError(text.errors.noAnswer, 0);
  }
  if (response.ok) return response;
  if (response.status === 401) unknown();
  throw new ApiError(told(await detailOf(response)), response.status);
}

async function detailOf(response: Response): Promise<string> {
  try {
    const problem = (await response.json()) as Partial<Problem>;
    const detail = problem.detail ?? problem.title;
    if (typeof detail === "string" && detail !== "") return detail;
  } catch {
    // Not a problem document; the status has to do.
  }
  return text.errors.status(response.status);
}

export function get<T>(path: string): Promise<T> {
  return call("GET", path);
}

/** A file to keep, under the name that the server gives it. */
export async function getFile(path: string): Promise<File> {
  const answer = await answerOf("GET", path);
  const named = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "");
  return new File([await answer.blob()], named?.[1] ?? "");
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return call("POST", path, JSON.stringify(body), true);
}

export function put<T>(path: string, body: unknown): Promise<T> {
  return call("PUT", path, JSON.stringify(body), true);
}

export function del<T>(path: string): Promise<T> {
  return call("DELETE", path);
}

/** The ids of commands whose answer has not come, by what they ask for. */
export type Unanswered = Map<string, string>;

/** Those that belong to no dialog. */
const loose: Unanswered = new Map();

function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export interface WinToConfirm {
  readonly request: ScoreRequest;
  readonly expectedSeq: number;
  readonly photo: string | null;
  readonly question: string | null;
  readonly corrections: Correction[];
}

/**
 * A command: until its answer comes it keeps its id, so that a repeat is done once. What is
 * repeated in one dialog is the same although the table has a later number by then.
 */
export async function send<T>(path: string, body: object, unanswered?: Unanswered): Promise<T> {
  const ids = unanswered ?? loose;
  const meant = unanswered === undefined ? body : { ...body, expected_seq: undefined };
  const key = path + JSON.stringify(meant);
  const id = ids.get(key) ?? freshId();
  ids.set(key, id);
  try {
    const answer = await post<T>(path, { ...body, client_id: id });
    ids.delete(key); // what is sent again after an undo is another command
    return answer;
  } catch (error) {
    const lost = error instanceof ApiError && error.status === 0;
    throw lost ? new ApiError(text.errors.lostAnswer, 0) : error;
  }
}

export const api = {
  rulesets: () => call<Ruleset[]>("GET", "api/rulesets"),
  bridge: () => call<Bridge | null>("GET", "api/bridge"),
  cameras: () => call<Camera[]>("GET", "api/cameras"),
  demo: () => call<DemoPhoto[]>("GET", "api/demo"),
  givePhoto: (file: File) => {
    const form = new FormData();
    form.append("file", file);
    return call<Photo>("POST", "api/photos", form);
  },
  photo: (id: string) => get<Photo>(`api/photos/${id}`),
  takePhoto: (index: number) => post<Photo>("api/camera", { index }),
  giveDemo: (name: string) => call<Photo>("POST", `api/demo/${encodeURIComponent(name)}`),
  imageUrl: (photo: string) => `api/photos/${photo}/image`,
  demoImageUrl: (name: string) => `api/demo/${encodeURIComponent(name)}/image`,
  /** What a hand wins now; with an entry, what it would have won in the hand of that. */
  score: (request: ScoreRequest, entry: number | null = null) =>
    post<Score>(entry === null ? "api/score" : `api/score?entry=${entry}`, request),
  confirmWin: ({ request, expectedSeq, ...proof }: WinToConfirm, unanswered: Unanswered) =>
    send<ConfirmedWin>("api/wins", { ...request, expected_seq: expectedSeq, ...proof }, unanswered),
  declaration: (winner: number, discarder: number | null, entry: number | null = null) =>
    get<Declaration>(
      `api/declaration?winner=${winner}` +
        (discarder === null ? "" : `&discarder=${discarder}`) +
        (entry === null ? "" : `&entry=${entry}`),
    ),
  readings: (request: ScoreRequest, entry: number | null = null) =>
    post<RankedReading[]>(
      entry === null ? "api/score/readings" : `api/score/readings?entry=${entry}`,
      request,
    ),
  layRiichi: (expectedSeq: number, seat: number, unanswered: Unanswered) =>
    send<Confirmed>("api/riichi", { expected_seq: expectedSeq, seat }, unanswered),
  callReferee: (expectedSeq: number) =>
    send<Confirmed>("api/events", {
      expected_seq: expectedSeq,
      events: [{ type: "signal", kind: "referee", detail: "called from the page" }],
    }),
  undo: (expectedSeq: number) => send<Confirmed>("api/undo", { expected_seq: expectedSeq }),
  redo: (expectedSeq: number) => send<Confirmed>("api/redo", { expected_seq: expectedSeq }),
  startGame: (expectedSeq: number, names: string[], ruleset: string, unanswered: Unanswered) =>
    send<Confirmed>("api/games", { expected_seq: expectedSeq, names, ruleset }, unanswered),
};
