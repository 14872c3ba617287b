// Names of things in both languages: tiles, winds, melds, circumstances, limits, refusals.
import type { MeldKind, Wind } from "../api/types";
import type { Flag } from "../logic/circumstances";
import type { Missing } from "../logic/request";
import type { Translated } from "./shape";

export const en = {
  tiles: {
    suits: ["man", "pin", "sou"] as readonly string[],
    honours: [
      "east",
      "south",
      "west",
      "north",
      "white dragon",
      "green dragon",
      "red dragon",
    ] as readonly string[],
    back: "face-down tile",
    unknown: "unknown tile",
    plain: (digit: string, suit: string) => `${digit} ${suit}`,
    red: (suit: string) => `red 5 ${suit}`,
  },
  winds: { E: "East", S: "South", W: "West", N: "North" } satisfies Record<Wind, string>,
  round: (wind: string, kyoku: number) => `${wind} ${kyoku}`,
  hints: {
    ippatsu: "within one uninterrupted turn of riichi",
    haitei: "the last tile of the wall, drawn",
    houtei: "the last discard",
    rinshan: "on the replacement tile after a kan",
    chankan: "robbing a kan",
    tenhou: "the dealer's first tiles",
    chiihou: "the first draw, no calls before it",
    renhou: "a discard before the first draw",
  } satisfies Record<Flag, string>,
  flags: {
    ippatsu: "Ippatsu",
    haitei: "Haitei",
    houtei: "Houtei",
    rinshan: "Rinshan",
    chankan: "Chankan",
    tenhou: "Tenhou",
    chiihou: "Chiihou",
    renhou: "Renhou",
  } satisfies Record<Flag, string>,
  riichi: { none: "No", riichi: "Riichi", double: "Double riichi" },
  melds: {
    chi: "Chi",
    pon: "Pon",
    daiminkan: "Open kan",
    ankan: "Closed kan",
    kakan: "Added kan",
  } satisfies Record<MeldKind, string>,
  missing: {
    tiles: "Add the tiles of the hand.",
    unnamed: "Some tiles have no name yet. Tap each one marked “?” and name it.",
    size: "A winning hand has 14 tiles, a kan counted as three. Remove or add tiles, or make its melds.",
    win: "Which tile won? Tap it and choose “Winning tile”.",
    winner: "Who won? Choose a seat.",
    discarder: "Who discarded the winning tile? Choose a seat, or tsumo.",
  } satisfies Record<Missing, string>,
  limits: {
    mangan: "Mangan",
    haneman: "Haneman",
    baiman: "Baiman",
    sanbaiman: "Sanbaiman",
    yakuman: "Yakuman",
    double_yakuman: "Double yakuman",
  },
  refusals: {
    no_yaku: "No yaku",
    not_complete: "Not a complete hand",
    furiten: "Furiten",
    ankan_not_robbable: "A closed kan cannot be robbed",
    dead_hand: "A dead hand",
    two_han_minimum: "Below the two-han minimum",
    winning_tile_missing: "The winning tile is not in the hand",
  },
};

export const ja: Translated<typeof en> = {
  tiles: {
    suits: ["萬", "筒", "索"],
    honours: ["東", "南", "西", "北", "白", "發", "中"],
    back: "伏せ牌",
    unknown: "不明な牌",
    plain: (digit, suit) => `${"〇一二三四五六七八九"[Number(digit)] ?? digit}${suit}`,
    red: (suit) => `赤五${suit}`,
  },
  winds: { E: "東", S: "南", W: "西", N: "北" },
  round: (wind, kyoku) => `${wind}${"〇一二三四"[kyoku] ?? kyoku}局`,
  hints: {
    ippatsu: "リーチ後一巡以内、鳴きなし",
    haitei: "最後のツモ牌",
    houtei: "最後の捨て牌",
    rinshan: "槓の嶺上牌",
    chankan: "加槓の牌でのロン",
    tenhou: "親の配牌",
    chiihou: "子の第一ツモ、鳴きなし",
    renhou: "第一ツモの前のロン",
  },
  flags: {
    ippatsu: "一発",
    haitei: "海底",
    houtei: "河底",
    rinshan: "嶺上",
    chankan: "槍槓",
    tenhou: "天和",
    chiihou: "地和",
    renhou: "人和",
  },
  riichi: { none: "なし", riichi: "立直", double: "両立直" },
  melds: { chi: "チー", pon: "ポン", daiminkan: "大明槓", ankan: "暗槓", kakan: "加槓" },
  missing: {
    tiles: "手牌を入れてください。",
    unnamed: "読めない牌があります。「?」の牌を選んで名前を付けてください。",
    size: "和了形は14枚です(槓は三枚と数える)。牌を加減するか、副露を作ってください。",
    win: "和了牌はどれですか。選んで「和了牌にする」を押してください。",
    winner: "和了者を選んでください。",
    discarder: "放銃者を選ぶか、ツモにしてください。",
  },
  limits: {
    mangan: "満貫",
    haneman: "跳満",
    baiman: "倍満",
    sanbaiman: "三倍満",
    yakuman: "役満",
    double_yakuman: "ダブル役満",
  },
  refusals: {
    no_yaku: "役がありません",
    not_complete: "和了形ではありません",
    furiten: "フリテン",
    ankan_not_robbable: "暗槓は槍槓できません",
    dead_hand: "和了放棄の手",
    two_han_minimum: "二翻縛りに足りません",
    winning_tile_missing: "和了牌が手牌にありません",
  },
};

/** The Japanese signs that stand beside the English words. */
export const signs = {
  winds: { E: "東", S: "南", W: "西", N: "北" } satisfies Record<Wind, string>,
};
