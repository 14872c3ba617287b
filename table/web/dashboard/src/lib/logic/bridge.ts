// How well the line to the automatic table is, in one word for the eye.
import type { Bridge } from "../api/types";

export type Health = "well" | "opening" | "ill";

export function bridgeHealth(bridge: Pick<Bridge, "condition">): Health {
  if (bridge.condition === "linked") return "well";
  return bridge.condition === "opening" ? "opening" : "ill";
}
