// The table as the server tells it: the live machine with its real socket and clocks.
import { api, tellErrors } from "../api/client";
import type { Entry, LiveMessage, Snapshot, Table } from "../api/types";
import { inLanguage } from "../i18n/language.svelte";
import { me } from "./me.svelte";
import { seatsNamed } from "../logic/seats";
import { SILENCE_MS, START, step, type Effect, type Live, type LiveEvent } from "../logic/live";

class TableStore {
  private live: Live = $state.raw(START);
  private socket: WebSocket | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    tellErrors(this.named);
  }

  get table(): Table | null {
    return this.live.table;
  }

  get recent(): readonly Entry[] {
    return this.live.recent;
  }

  get seq(): number {
    return this.live.seq;
  }

  /** Which hand of which game it is at; a deed that was meant for one is not another's. */
  get hand(): string {
    const { table } = this.live;
    if (table === null) return "";
    const { phase, bakaze, kyoku, honba, hands } = table;
    return [this.game, phase, hands.length, bakaze, kyoku, honba].join(" ");
  }

  /** Which game of which journal it is at. */
  get game(): string {
    const { journal, table } = this.live;
    return table === null ? "" : `${journal} ${table.game}`;
  }

  get status(): Live["status"] {
    return this.live.status;
  }

  start(): () => void {
    this.handle({ type: "start" });
    const wake = (): void => {
      if (this.retry !== undefined) this.handle({ type: "start" });
    };
    const seen = (): void => {
      if (document.visibilityState === "visible") wake();
    };
    window.addEventListener("online", wake);
    document.addEventListener("visibilitychange", seen);
    return () => {
      window.removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", seen);
      this.close();
    };
  }

  /** What the server says of seats, said of the players at this table. */
  named = (said: string): string => {
    const players = this.live.table?.players ?? [];
    return seatsNamed(
      said,
      players.map((player) => player.name),
    );
  };

  /** Takes over the table that came with the answer to a command. */
  adopt(snapshot: Snapshot): void {
    this.handle({ type: "confirmed", snapshot });
  }

  undo = async (): Promise<void> => this.adopt(await api.undo(this.seq));
  redo = async (): Promise<void> => this.adopt(await api.redo(this.seq));

  private handle(event: LiveEvent): void {
    const [live, effects] = step(this.live, event);
    this.live = live;
    for (const effect of effects) this.act(effect);
  }

  private act(effect: Effect): void {
    if (effect.type === "close") this.close();
    else if (effect.type === "retry") this.retryAfter(effect.afterMs);
    else this.open();
  }

  private retryAfter(ms: number): void {
    clearTimeout(this.retry);
    const jitter = ms * (0.8 + 0.4 * Math.random());
    this.retry = setTimeout(() => this.handle({ type: "start" }), jitter);
  }

  private open(): void {
    this.close();
    const url = new URL("api/live", document.baseURI);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(inLanguage(url));
    this.socket = socket;
    socket.onmessage = (message: MessageEvent<string>) => {
      if (this.socket !== socket) return;
      this.listen();
      this.handle({ type: "message", message: JSON.parse(message.data) as LiveMessage });
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.close();
      this.handle({ type: "closed" });
      // A session that has ended closes the line too; then a PIN is asked for.
      void me.look();
    };
    this.listen();
  }

  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.handle({ type: "silent" }), SILENCE_MS);
  }

  private close(): void {
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    this.retry = undefined;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}

export const table = new TableStore();
