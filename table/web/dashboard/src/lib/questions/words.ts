// What a question says in mjai's words and seat numbers, in the reader's words and names.
import { faceOf } from "../logic/events";
import { delta } from "../logic/format";
import { seatsNamed } from "../logic/seats";
import { isFace } from "../logic/tiles";
import { text, tileWords } from "../strings";

const READ = /^([a-z]+): ([0-9][mpsz]) \((\d+%)\)$/;
const TILE = "[0-9][mps]r?|[0-9]z|[ESWNPFC?]";
const ACT = new RegExp(
  `\\b(tsumo|dahai|chi|pon|daiminkan|ankan|kakan|dora|reach|hora)` +
    `(?: ([0-3])(?: (${TILE}))?| (${TILE}))(?=[,;.]|$)`,
  "g",
);
const END = /^([a-z][a-z ]*?)(?: ([0-3](?:,[0-3])*))?((?: [+-]\d+){4})$/;

/** A question: "dahai: 8s (61%)", "dahai 2 W", "seat 1" as people say it; the rest as it is. */
export function questionWords(said: string, names: readonly string[]): string {
  const [, type, tile, chance] = READ.exec(said) ?? [];
  if (type !== undefined && tile !== undefined) {
    return `${text.questions.read[type] ?? type}: ${tileWords(tile)} (${chance})`;
  }
  return seatsNamed(actWords(said, names), names);
}

/** An answer: a tile, events, or a hand's end with what it pays, in words. */
export function answerWords(label: string, names: readonly string[] = []): string {
  if (isFace(label)) return tileWords(label);
  const [, kind, winners, paid] = END.exec(label) ?? [];
  if (kind === undefined || paid === undefined) return actWords(label, names);
  const who = (winners ?? "").split(",").filter((seat) => seat !== "");
  const changed = paid.trim().split(" ").map(Number);
  const points = changed
    .map((change, seat) => [names[seat] ?? String(seat), change] as const)
    .filter(([, change]) => change !== 0)
    .map(([name, change]) => `${name} ${delta(change)}`);
  const won = who.map((seat) => names[Number(seat)] ?? seat).join(", ");
  const what = text.questions.ends[kind] ?? kind;
  const head = won === "" ? what : `${won}: ${what}`;
  return [head, ...points].join(" · ");
}

function actWords(said: string, names: readonly string[]): string {
  return said.replaceAll(
    ACT,
    (whole, type: string, seat?: string, own?: string, alone?: string) => {
      const face = faceOf(own ?? alone ?? "?");
      const tile = face === "?" ? text.questions.unseen : tileWords(face);
      const what = text.events.kinds[type];
      if (what === undefined) return whole;
      const known = own !== undefined || alone !== undefined;
      return text.events.said(
        seat === undefined ? "" : (names[Number(seat)] ?? ""),
        what,
        known ? tile : "",
      );
    },
  );
}
