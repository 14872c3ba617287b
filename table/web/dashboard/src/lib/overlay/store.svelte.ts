// The delayed table of a broadcast: connects, connects again, and says when what is shown is old.
import { access } from "../api/access";
import type { LiveMessage, Table } from "../api/types";
import { inLanguage } from "../i18n/language.svelte";
import { SILENCE_MS, START, step, type Effect, type Live, type LiveEvent } from "../logic/live";

class OverlayStore {
  private live: Live = $state.raw(START);
  private socket: WebSocket | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  /** The page was opened without a link that lets it in. */
  refused = $state(false);

  get table(): Table | null {
    return this.live.table;
  }

  get status(): Live["status"] {
    return this.live.status;
  }

  start(): () => void {
    this.handle({ type: "start" });
    return () => this.close();
  }

  private handle(event: LiveEvent): void {
    const [live, effects] = step(this.live, event);
    this.live = live;
    for (const effect of effects) this.act(effect);
  }

  private act(effect: Effect): void {
    if (effect.type === "close") this.close();
    else if (effect.type === "open") this.open();
    else this.retry = setTimeout(() => this.handle({ type: "start" }), effect.afterMs);
  }

  private open(): void {
    this.close();
    const url = new URL("api/overlay/live", document.baseURI);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(inLanguage(url));
    this.socket = socket;
    socket.onmessage = (message: MessageEvent<string>) => {
      if (this.socket !== socket) return;
      this.listen();
      this.refused = false;
      this.handle({ type: "message", message: JSON.parse(message.data) as LiveMessage });
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.close();
      this.handle({ type: "closed" });
      void this.ask();
    };
    this.listen();
  }

  /** A refused connection and a broken one look alike; who I am tells them apart. */
  private async ask(): Promise<void> {
    try {
      this.refused = (await access.me()).role === null;
    } catch {
      // Nothing answers; the next attempt comes by itself.
    }
  }

  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.handle({ type: "silent" }), SILENCE_MS);
  }

  private close(): void {
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}

export const overlay = new OverlayStore();
