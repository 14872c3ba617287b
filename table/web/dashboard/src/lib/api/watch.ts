// The watching camera.
import { get } from "./client";
import type { components } from "./schema";

export type Watch = components["schemas"]["WatchView"];
export const watchApi = {
  look: () => get<Watch | null>("api/watch"),
  pictureUrl: (at: number | null) => `api/watch/picture?at=${at ?? 0}`,
  evidenceUrl: (id: string) => `api/evidence/${encodeURIComponent(id)}`,
};
