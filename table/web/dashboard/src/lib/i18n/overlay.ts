// What the overlay of a broadcast says.
import type { Translated } from "./shape";

export const en = {
  title: "The table, for a broadcast",
  old: "No connection: this may be old",
  connecting: "Connecting to the table…",
  refused: "This page needs the overlay's link, from the page “Access” of the dashboard.",
  outs: (count: number) => `${count} live`,
  outsOf: (tile: string, count: number) => `${tile}: ${count} live`,
  noten: "not tenpai",
};

export const ja: Translated<typeof en> = {
  title: "配信用の卓",
  old: "接続が切れています。表示が古い可能性があります",
  connecting: "卓に接続しています…",
  refused: "「権限」の画面で作った配信用のリンクから開いてください。",
  outs: (count) => `残り${count}枚`,
  outsOf: (tile, count) => `${tile}、残り${count}枚`,
  noten: "ノーテン",
};
