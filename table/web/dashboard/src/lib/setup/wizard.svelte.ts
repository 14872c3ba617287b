// What the wizard has gathered: findings, rules, players, the seat draw. Nothing of it is at the table yet.
import { api, wordsOf } from "../api/client";
import {
  setupApi,
  type Difference,
  type Finding,
  type RulesetDetail,
  type SeatDraw,
  type SeatDrawRequest,
} from "../api/setup";
import type { Bridge, Camera, Confirmed, Ruleset } from "../api/types";
import { watchApi, type Watch } from "../api/watch";
import { Ground } from "../state/ground.svelte";
import { table } from "../state/table.svelte";

export type Verdict = "good" | "look" | "bad" | "open";

const WINDS = ["E", "S", "W", "N"];

class Wizard {
  findings: readonly Finding[] | null = $state.raw(null);
  examining = $state(false);
  watch: Watch | null = $state.raw(null);
  cameras: readonly Camera[] | null = $state.raw(null);
  bridge: Bridge | null = $state.raw(null);
  rulesets: readonly Ruleset[] = $state.raw([]);
  rules = $state("");
  detail: RulesetDetail | null = $state.raw(null);
  other = $state("");
  differences: readonly Difference[] | null = $state.raw(null);
  names = $state(["", "", "", ""]);
  drawing = $state(false);
  shuffler = $state(0);
  tiles = $state<string[]>([]);
  rolls = $state<[number, number][]>([]);
  drawn: SeatDraw | null = $state.raw(null);
  problem: string | null = $state(null);
  /** The game after which another one is set up. */
  ground = $state.raw(new Ground(() => table.game));

  async run<T>(action: () => Promise<T>): Promise<T | null> {
    try {
      const done = await action();
      this.problem = null;
      return done;
    } catch (error) {
      this.problem = wordsOf(error);
      return null;
    }
  }

  begin(names: readonly string[], rules: string): void {
    if (this.names.every((name) => name === "")) this.names = names.slice();
    if (this.rules === "") this.rules = rules;
    void this.run(async () => {
      [this.rulesets, this.watch, this.bridge] = await Promise.all([
        api.rulesets(),
        watchApi.look(),
        api.bridge(),
      ]);
    });
    void this.chooseRules(this.rules);
  }

  async examine(): Promise<void> {
    if (this.examining) return;
    this.examining = true;
    this.findings = await this.run(() => setupApi.doctor());
    this.examining = false;
  }

  async chooseRules(id: string): Promise<void> {
    const other = this.detail?.id !== id;
    this.rules = id;
    if (other) this.drawn = null;
    const detail = await this.run(() => setupApi.ruleset(id));
    if (detail === null || this.rules !== id) return;
    this.detail = detail;
    if (other) this.layOut(detail);
    await this.compare(this.other);
  }

  /** Tiles and dice as the ruleset's draw begins, for a person to say what fell. */
  private layOut(rules: RulesetDetail): void {
    this.tiles =
      rules.seating === "four_tiles"
        ? WINDS.slice()
        : ["1", ...WINDS.slice(0, 2), "2", ...WINDS.slice(2)];
    this.rolls = Array.from({ length: rules.rolls }, () => [3, 4]);
  }

  async compare(other: string): Promise<void> {
    this.other = other;
    this.differences =
      other === "" ? null : await this.run(() => setupApi.differences(this.rules, other));
  }

  get hasProcedure(): boolean {
    return ["four_tiles", "six_two_rolls", "six_four_rolls"].includes(this.detail?.seating ?? "");
  }

  get named(): boolean {
    return this.names.every((name) => name.trim() !== "");
  }

  private get request(): SeatDrawRequest {
    return {
      ruleset: this.rules,
      names: this.names.map((name) => name.trim()),
      tiles: this.tiles.slice(),
      rolls: this.rolls.map((roll) => [...roll]),
      shuffler: this.shuffler,
    };
  }

  async showDraw(): Promise<void> {
    this.drawn = await this.run(() => setupApi.draw(this.request));
  }

  /** Whatever has begun meanwhile, a game is set up after it. */
  goOn(): void {
    this.ground = new Ground(() => table.game);
  }

  start(): Promise<Confirmed | null> {
    const names = this.names.map((name) => name.trim());
    const { unanswered } = this.ground;
    return this.run(() =>
      this.drawing && this.hasProcedure
        ? setupApi.seat(table.seq, this.request, unanswered)
        : api.startGame(table.seq, names, this.rules, unanswered),
    );
  }

  get machine(): Verdict {
    if (this.findings === null) return "open";
    if (this.findings.some((one) => one.health === "broken")) return "bad";
    return this.findings.some((one) => one.health === "note") ? "look" : "good";
  }

  get camera(): Verdict {
    if (this.watch === null) return "look";
    return this.watch.table_found ? "good" : "bad";
  }

  get table(): Verdict {
    if (this.bridge === null) return "look";
    return this.bridge.condition === "linked" ? "good" : "bad";
  }
}

export const wizard = new Wizard();
