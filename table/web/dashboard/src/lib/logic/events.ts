// Events in mjai's words: their tiles as we name them, and what is said of them.
import type { Mjai } from "../api/history";
import { points } from "./format";
import { seatsNamed } from "./seats";
import { text, tileWords } from "../strings";

const HONOURS: Record<string, string> = {
  E: "1z",
  S: "2z",
  W: "3z",
  N: "4z",
  P: "5z",
  F: "6z",
  C: "7z",
};
const MJAI = Object.fromEntries(Object.entries(HONOURS).map(([mjai, face]) => [face, mjai]));

/** mjai's tile as MPSZ: "5mr" is "0m", "E" is "1z"; "?" stays. */
export function faceOf(tile: unknown): string {
  if (typeof tile !== "string" || tile === "?") return "?";
  const honour = HONOURS[tile];
  if (honour !== undefined) return honour;
  return tile.endsWith("r") ? `0${tile[1] ?? ""}` : tile;
}

/** MPSZ as mjai has it. */
export function mjaiOf(face: string): string {
  const honour = MJAI[face];
  if (honour !== undefined) return honour;
  return face.startsWith("0") ? `5${face[1] ?? ""}r` : face;
}

export function facesOf(tiles: unknown): string[] {
  return Array.isArray(tiles) ? tiles.map(faceOf) : [];
}

/** The seat whose deed it is, null for none. */
export function actorOf(event: Mjai): number | null {
  return typeof event.actor === "number" ? event.actor : null;
}

/** The tiles to draw beside an event. */
export function tilesOf(event: Mjai): string[] {
  switch (event.type) {
    case "tsumo":
    case "dahai":
    case "hora":
      return event.pai === null || event.pai === undefined ? [] : [faceOf(event.pai)];
    case "chi":
    case "pon":
    case "daiminkan":
    case "kakan":
      return [faceOf(event.pai), ...facesOf(event.consumed)];
    case "ankan":
      return facesOf(event.consumed);
    case "dora":
      return [faceOf(event.dora_marker)];
    case "start_kyoku":
      return [faceOf(event.dora_marker)];
    case "reveal":
      return facesOf(event.tehai);
    default:
      return [];
  }
}

/** One event in one line: "Aki discards 7 pin (as drawn)"; `why` as the server says it. */
export function eventWords(event: Mjai, names: readonly string[], why = ""): string {
  const words = text.events;
  const about = seatsNamed(why, names);
  const type = String(event.type);
  const actor = actorOf(event);
  const name = actor === null ? "" : (names[actor] ?? "");
  const target = typeof event.target === "number" ? (names[event.target] ?? "") : "";
  // A draw's kind says that it is one.
  if (type === "ryukyoku" && about !== "") return capital(words.said(name, about, ""));
  const what = words.kinds[type] ?? type.replaceAll("_", " ");
  return words.said(name, what, more(event, type, target, about));
}

function capital(said: string): string {
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function more(event: Mjai, type: string, target: string, about: string): string {
  const words = text.events;
  const tile = (): string => (event.pai === "?" ? "" : tileWords(faceOf(event.pai)));
  switch (type) {
    case "tsumo":
      return tile();
    case "dahai": {
      const how =
        event.tsumogiri === true
          ? words.tsumogiri
          : event.tsumogiri === false
            ? words.fromHand
            : "";
      return [tile(), how].filter((part) => part !== "").join(" ");
    }
    case "chi":
    case "pon":
    case "daiminkan":
      return `${tile()} ${words.from(target)}`;
    case "ankan":
      return tileWords(facesOf(event.consumed)[0] ?? "?");
    case "kakan":
      return tile();
    case "dora":
      return tileWords(faceOf(event.dora_marker));
    case "hora": {
      const how = event.actor === event.target ? words.tsumo : words.ron(target);
      const worth = typeof event.hora_points === "number" ? event.hora_points : 0;
      return worth > 0 ? `${how}, ${words.points(points(worth))}` : how;
    }
    case "tenpai":
      return event.tenpai === true ? text.board.tenpai : text.board.noten;
    case "dice":
      return Array.isArray(event.values) ? event.values.join("+") : "";
    case "substitute":
      return String(event.name ?? "");
    default:
      return about;
  }
}
