// The words of the page in the language that was chosen; see i18n/ for the words themselves.
import type { MeldKind, SeenFace, Wind } from "./api/types";
import { english, japanese } from "./i18n/all";
import { language } from "./i18n/language.svelte";
import { localised } from "./i18n/shape";
import type { Flag, Riichi } from "./logic/circumstances";
import type { Missing } from "./logic/request";

export const text: typeof english = localised(english, () =>
  language.now === "ja" ? japanese : undefined,
);

export interface Pair {
  readonly en: string;
  /** The Japanese word to stand beside it; empty on a Japanese page. */
  readonly ja: string;
}

/** A tile in words, for those who hear the page: "5 man", "red 5 pin", "white dragon". */
export function tileWords(face: SeenFace): string {
  const words = text.words.tiles;
  if (face === "back") return words.back;
  const [digit, letter] = [face[0] ?? "", face[1] ?? ""];
  if (letter === "z") return words.honours[Number(digit) - 1] ?? words.unknown;
  const suit = words.suits["mps".indexOf(letter)];
  if (suit === undefined || letter === "") return words.unknown;
  return digit === "0" ? words.red(suit) : words.plain(digit, suit);
}

export const windNames: Record<Wind, string> = text.words.winds;
export const windKanji: Record<Wind, string> = { E: "東", S: "南", W: "西", N: "北" };

export function roundWords(bakaze: Wind, kyoku: number): string {
  return text.words.round(text.words.winds[bakaze], kyoku);
}

/** Words by name, each with its Japanese beside it while the page is not Japanese itself. */
function paired<K extends string>(
  words: () => Record<K, string>,
  signs: Partial<Record<K, string>>,
): Record<K, Pair> {
  return new Proxy({} as Record<K, Pair>, {
    get: (_, key) => {
      const name = key as K;
      return { en: words()[name] ?? "", ja: language.now === "ja" ? "" : (signs[name] ?? "") };
    },
  });
}

const FLAG_PAIRS = paired<Flag>(() => text.words.flags, japanese.words.flags ?? {});
export const flagWords: Record<Flag, Pair & { hint: string }> = new Proxy(
  {} as Record<Flag, Pair & { hint: string }>,
  {
    get: (_, key) => ({
      ...FLAG_PAIRS[key as Flag],
      hint: text.words.hints[key as Flag],
    }),
  },
);
export const riichiWords: Record<Riichi, Pair> = paired<Riichi>(() => text.words.riichi, {
  riichi: "立直",
  double: "両立直",
});
export const meldWords: Record<MeldKind, Pair> = paired<MeldKind>(
  () => text.words.melds,
  japanese.words.melds ?? {},
);
export const missingWords: Record<Missing, string> = text.words.missing;

const LIMITS = paired<keyof typeof english.words.limits>(
  () => text.words.limits,
  japanese.words.limits ?? {},
);

/** A limit by the server's name for it; undefined for one that is not known. */
export function limitWords(name: string): Pair | undefined {
  const key = name.replaceAll(" ", "_");
  return key in english.words.limits ? LIMITS[key as keyof typeof english.words.limits] : undefined;
}

export function refusalWords(reason: string | null): string {
  const words: Record<string, string> = text.words.refusals;
  return words[reason ?? ""] ?? (reason ?? "").replaceAll("_", " ");
}

/** A note of the server as a sentence; an address that it begins with stays as it is. */
export function sentence(note: string): string {
  const end = /[\u3040-\u30ff\u4e00-\u9fff]/.test(note) ? "。" : ".";
  const begins = /^\w+:\/\//.test(note) ? note : note.charAt(0).toUpperCase() + note.slice(1);
  return begins + (/[.!?。]$/.test(note) ? "" : end);
}
