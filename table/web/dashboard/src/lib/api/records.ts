// Games that were played: hands, points, steps, statistics, exports.
import { inLanguage } from "../i18n/language.svelte";
import { get, getFile } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type GameSummary = Schemas["GameSummaryView"];
export type Game = Schemas["GameView"];
export type HandRow = Schemas["HandRowView"];
export type WinLine = Schemas["WinLineView"];
export type Steps = Schemas["StepsView"];
export type Step = Schemas["StepView"];
export type PlayerStatistics = Schemas["PlayerStatisticsView"];
export type Rate = Schemas["RateView"];

export const EXPORTS = ["html", "pdf", "mjai", "tenhou6", "csv"] as const;
export type Export = (typeof EXPORTS)[number];

export const records = {
  list: () => get<GameSummary[]>("api/records"),
  game: (game: number) => get<Game>(`api/records/${game}`),
  steps: (game: number, hand: number) => get<Steps>(`api/records/${game}/hands/${hand}`),
  step: (game: number, hand: number, step: number) =>
    get<Step>(`api/records/${game}/hands/${hand}/steps/${step}`),
  statistics: () => get<PlayerStatistics[]>("api/statistics"),
  exportUrl: (game: number, target: Export) => inLanguage(`api/records/${game}/export/${target}`),
  export: (game: number, target: Export) => getFile(records.exportUrl(game, target)),
};
