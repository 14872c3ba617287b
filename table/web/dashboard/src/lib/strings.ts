// Every word that the page itself says, in English; native terms are kept beside it.
import type { Bridge, MeldKind, SeenFace, Wind } from "./api/types";
import type { Flag, Riichi } from "./logic/circumstances";
import type { Missing } from "./logic/request";

const SUIT_WORDS: Record<string, string> = { m: "man", p: "pin", s: "sou" };
const HONOUR_WORDS = [
  "east",
  "south",
  "west",
  "north",
  "white dragon",
  "green dragon",
  "red dragon",
];

/** A tile in words, for those who hear the page: "5 man", "red 5 pin", "white dragon". */
export function tileWords(face: SeenFace): string {
  if (face === "back") return "face-down tile";
  const [digit, suit] = [face[0] ?? "", face[1] ?? ""];
  if (suit === "z") return HONOUR_WORDS[Number(digit) - 1] ?? "unknown tile";
  const word = SUIT_WORDS[suit];
  if (word === undefined) return "unknown tile";
  return digit === "0" ? `red 5 ${word}` : `${digit} ${word}`;
}

export const windNames: Record<Wind, string> = { E: "East", S: "South", W: "West", N: "North" };
export const windKanji: Record<Wind, string> = { E: "東", S: "南", W: "西", N: "北" };
export function roundWords(bakaze: Wind, kyoku: number): string {
  return `${windNames[bakaze]} ${kyoku}`;
}

export const flagWords: Record<Flag, { en: string; ja: string; hint: string }> = {
  ippatsu: { en: "Ippatsu", ja: "一発", hint: "within one uninterrupted turn of riichi" },
  haitei: { en: "Haitei", ja: "海底", hint: "the last tile of the wall, drawn" },
  houtei: { en: "Houtei", ja: "河底", hint: "the last discard" },
  rinshan: { en: "Rinshan", ja: "嶺上", hint: "on the replacement tile after a kan" },
  chankan: { en: "Chankan", ja: "槍槓", hint: "robbing a kan" },
  tenhou: { en: "Tenhou", ja: "天和", hint: "the dealer's first tiles" },
  chiihou: { en: "Chiihou", ja: "地和", hint: "the first draw, no calls before it" },
  renhou: { en: "Renhou", ja: "人和", hint: "a discard before the first draw" },
};

export const riichiWords: Record<Riichi, { en: string; ja: string }> = {
  none: { en: "No", ja: "" },
  riichi: { en: "Riichi", ja: "立直" },
  double: { en: "Double riichi", ja: "両立直" },
};

export const meldWords: Record<MeldKind, { en: string; ja: string }> = {
  chi: { en: "Chi", ja: "チー" },
  pon: { en: "Pon", ja: "ポン" },
  daiminkan: { en: "Open kan", ja: "大明槓" },
  ankan: { en: "Closed kan", ja: "暗槓" },
  kakan: { en: "Added kan", ja: "加槓" },
};

export const missingWords: Record<Missing, string> = {
  tiles: "Add the tiles of the hand.",
  unnamed: "Some tiles have no name yet. Tap each one marked “?” and name it.",
  size: "A winning hand has 14 tiles, a kan counted as three. Remove or add tiles, or make its melds.",
  win: "Which tile won? Tap it and choose “Winning tile”.",
  winner: "Who won? Choose a seat.",
  discarder: "Who discarded the winning tile? Choose a seat, or tsumo.",
};

export const limitWords: Record<string, { en: string; ja: string }> = {
  mangan: { en: "Mangan", ja: "満貫" },
  haneman: { en: "Haneman", ja: "跳満" },
  baiman: { en: "Baiman", ja: "倍満" },
  sanbaiman: { en: "Sanbaiman", ja: "三倍満" },
  yakuman: { en: "Yakuman", ja: "役満" },
  "double yakuman": { en: "Double yakuman", ja: "ダブル役満" },
};

const REFUSALS: Record<string, string> = {
  no_yaku: "No yaku",
  not_complete: "Not a complete hand",
  furiten: "Furiten",
  ankan_not_robbable: "A closed kan cannot be robbed",
  dead_hand: "A dead hand",
  two_han_minimum: "Below the two-han minimum",
};

export function refusalWords(reason: string | null): string {
  return REFUSALS[reason ?? ""] ?? (reason ?? "").replaceAll("_", " ");
}

/** A note of the server as a sentence. */
export function sentence(note: string): string {
  return note.charAt(0).toUpperCase() + note.slice(1) + (/[.!?]$/.test(note) ? "" : ".");
}

function several(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

export const text = {
  title: "Jantaku",
  titleKanji: "雀卓",
  close: "Close",
  cancel: "Cancel",
  live: {
    live: "Live",
    connecting: "Connecting…",
    stale: "Not connected",
    staleLong: "Not connected to the table. What you see may be old. Trying again…",
  },
  bridge: {
    title: "Automatic table",
    conditions: {
      linked: "connected",
      opening: "connecting…",
      lost: "lost",
      mute: "does not answer",
      refused: "speaks another edition",
      lying: "says what cannot be",
      stuck: "cannot be recorded",
    } satisfies Record<Bridge["condition"], string>,
    inTransit: (points: number) =>
      points > 0 ? `${points} points in no tray` : `${-points} points too many in the trays`,
  },
  table: {
    title: "The table",
    points: "points",
    dealer: "Dealer",
    riichiStick: "Riichi declared, stick on the table",
    honba: "Honba",
    sticks: "Sticks",
    ended: "The game has ended",
  },
  actions: {
    riichi: "Riichi",
    draw: "Draw",
    undo: "Undo",
    redo: "Redo",
    game: "New game",
    undone: (what: string) => `Taken back: ${what}`,
    redone: (what: string) => `Restored: ${what}`,
  },
  draw: {
    title: "Exhaustive draw",
    lead: "The wall is used up. Who showed tenpai?",
    tenpai: "tenpai",
    noten: "noten",
    riichi: "tenpai, in riichi",
    confirm: "Confirm the draw",
    done: "The draw is recorded.",
  },
  riichiDialog: {
    title: "Riichi",
    lead: "Whose discard has passed? A stick of 1,000 is laid on the table.",
    lies: "stick on the table",
    done: (name: string) => `${name} declared riichi.`,
  },
  game: {
    title: "New game",
    lead: "Who sits where at the start? The game so far stays in the journal.",
    rules: "Rules",
    start: "Start the game",
    done: "A new game has begun.",
  },
  history: {
    title: "This game",
    none: "No hand has been played yet.",
    standings: "Final standings",
    honba: (count: number) => several(count, "honba", "honba"),
    rules: (name: string) => `Played by ${name}`,
  },
  win: {
    title: "A win",
    drop: "Start over",
    confirm: (total: number, who: string) => `Confirm ${total.toLocaleString("en")} for ${who}`,
    offline: "Not connected",
    ended: "The game has ended. Start a new one, or take its last hand back.",
    done: (total: number) => `Confirmed: ${total.toLocaleString("en")} points.`,
  },
  photo: {
    give: "Give a photo of the winning hand",
    lead: "Lay the winning hand open, and give me a photo of it.",
    hint: "Or drop a picture here, or paste one.",
    choose: "Choose a photo",
    take: "Take a photo",
    camera: "Table camera",
    looking: "Looking for cameras…",
    noCamera: "This machine has no camera that can be opened.",
    whichCamera: "Camera",
    snap: "Take the picture",
    byHand: "Lay the tiles by hand",
    demo: "Or try one of these",
    demoStory: (wind: string, how: string) => `${wind} wins by ${how.toLowerCase()}`,
    reading: "Reading the tiles…",
    seconds: (seconds: number) => `${seconds} s`,
    stop: "Stop",
    alt: (count: number) => `The photo; ${several(count, "tile was", "tiles were")} read on it`,
    tiles: "Read tiles; choose one to mend it",
    noTiles:
      "No tiles were found in this photo. Try one from straight above, closer, with less glare; or add the tiles by hand.",
    gone: "The table has no picture of this hand any more. Its tiles are kept.",
    goneOnConfirm:
      "The table has no picture of this hand any more. Its tiles are kept; confirm again to record it without the picture.",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
  },
  palette: {
    likely: "It could also be",
    all: "All tiles",
    keys: "Arrows move, 5 then m types 5m, Enter takes it",
    typed: (digit: string) => `${digit} … now m, p, s or z`,
    sure: (percent: string) => `${percent} sure`,
    crop: "The tile on the photo",
  },
  hand: {
    title: "The hand",
    concealed: "Concealed tiles",
    melds: "Melds",
    win: "win",
    winning: "the winning tile",
    mended: "mended",
    added: "added by hand",
    aside: "not part of the hand",
    mend: "Which tile is it?",
    add: "Add a tile",
    addTitle: "Add which tile?",
    isWin: "Winning tile",
    remove: "Remove",
    take: "Put it in the hand",
    pickOut: "Pick the hand’s tiles on the photo",
    picking: (size: number, full: number) =>
      `Tap the tiles of the hand on the photo, the winning tile last: ${size} of ${full}.`,
    picked: "Done",
    make: "Make a meld",
    makeHow: "Tap the three or four tiles of the meld.",
    makeWhich: "Which kind is it?",
    kind: "Kind of meld",
    from: "Called from",
    sides: ["", "the right", "across", "the left"] as readonly string[],
    fromUnknown: "from …",
    fromWho: (who: string) => `from ${who}`,
    ungroup: "Lay back into the hand",
    size: (size: number, full: number) =>
      size === full
        ? `${full} tiles`
        : `${several(size, "tile", "tiles")}; a winning hand has ${full} (a kan counts as 3)`,
    five: (kinds: readonly string[]) => `More than four of: ${kinds.join(", ")}`,
  },
  circumstances: {
    winner: "Who won?",
    how: "How?",
    tsumo: "Tsumo",
    ron: "Ron",
    discarder: "From whom?",
    riichi: "Riichi",
    special: "Anything special?",
    dora: "Dora indicators",
    ura: "Ura-dora indicators",
    takeAway: (tile: string) => `Take away ${tile}`,
    furiten: "Check for furiten",
    furitenLead:
      "A ron does not count when the winner has discarded or let pass a tile that would complete the hand.",
    ownDiscards: "The winner’s discards",
    passed: "Winning tiles let pass since the last draw",
    addTo: (title: string) => `Add to ${title.toLowerCase()}`,
  },
  score: {
    title: "The score",
    counting: "Counting…",
    payments: "What each seat gains or pays",
    includes: (honba: number, sticks: number, lays: boolean) =>
      "With " +
      [
        honba > 0 ? several(honba, "honba", "honba") : "",
        sticks > 0 ? several(sticks, "riichi stick", "riichi sticks") : "",
      ]
        .filter((part) => part !== "")
        .join(" and ") +
      (lays ? "; the winner’s own stick is laid first." : "."),
    yaku: "Yaku",
    dora: { dora: "Dora", ura: "Ura-dora", red: "Red fives" },
    yakuman: (times: number) => (times > 1 ? `${times} × yakuman` : "yakuman"),
    counted: "Counted ",
    han: (count: number) => `${count} han`,
    fu: (count: number) => `${count} fu`,
    hanHead: "Han",
    fuHead: "Fu",
    reason: "Reason",
    clause: "Clause",
    sum: "Together",
    rounded: (sum: number) => `${sum}, counted as`,
    no: "No:",
    penalty: (words: string) => `What it costs: ${words.replaceAll("_", " ")}`,
    reading: "Read as",
  },
  errors: {
    noAnswer: "The table does not answer. Is it still running? Nothing was lost; try again.",
    status: (status: number) => `The table answered with an error (${status}).`,
  },
} as const;
