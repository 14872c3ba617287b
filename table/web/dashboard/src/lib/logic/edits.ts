// What a person says of one event of a hand, as the edits of a correction: a riichi goes with its stick.
import type { Edit, Mjai, TableEvent } from "../api/history";

type Events = readonly TableEvent[];

function is(one: TableEvent | undefined, type: string, actor: unknown): boolean {
  return one?.event.type === type && one.event.actor === actor;
}

/** The stick of the riichi at a place, if it was laid. */
function stickOf(events: Events, place: number): TableEvent | undefined {
  const actor = events[place]?.event.actor;
  const later = events
    .slice(place + 1)
    .find((one) => is(one, "reach", actor) || is(one, "reach_accepted", actor));
  return is(later, "reach_accepted", actor) ? later : undefined;
}

/** An event and what is one with it: a riichi and its stick, and a stick told with its riichi. */
function together(one: TableEvent, events: Events): readonly TableEvent[] {
  const place = events.findIndex((other) => other.entry === one.entry);
  const before = events[place - 1];
  if (one.event.type === "reach") {
    const stick = stickOf(events, place);
    return stick === undefined ? [one] : [one, stick];
  }
  const told = one.event.type === "reach_accepted" && is(before, "reach", one.event.actor);
  return told && before !== undefined ? [before, one] : [one];
}

/** Who is in riichi at the end of these events. */
export function inRiichi(events: Events): number[] {
  const riichi = new Set<number>();
  for (const { event } of events) {
    if (typeof event.actor !== "number") continue;
    if (event.type === "reach") riichi.add(event.actor);
    const fell = event.type === "dead_hand" && event.riichi_void === true;
    if (fell || event.type === "reach_void") riichi.delete(event.actor);
  }
  return [...riichi].sort((one, other) => one - other);
}

/** It did not happen. */
export function removed(one: TableEvent, events: Events): Edit[] {
  return together(one, events).map(({ entry }) => ({ kind: "replace", entry, events: [] }));
}

/** It was somebody else's. */
export function givenTo(seat: number, one: TableEvent, events: Events): Edit[] {
  return together(one, events).map(({ entry, event }) => {
    const own = event.type === "hora" && event.target === event.actor;
    const whose = own ? { actor: seat, target: seat } : { actor: seat };
    return { kind: "replace", entry, events: [{ ...event, ...whose }] };
  });
}

/** It was missed, before the event at a place; past the last one it comes at the end. */
export function inserted(missed: Mjai, events: Events, place: number): Edit[] {
  const entryAt = (at: number): number => events[at]?.entry ?? 0;
  const first: Edit = { kind: "insert", before: entryAt(place), events: [missed] };
  if (missed.type !== "reach") return [first];
  const { actor } = missed;
  const turned = events.findIndex((one, at) => at >= place && is(one, "dahai", actor));
  const next = turned < 0 ? undefined : events[turned + 1];
  // Nothing after its discard, or a ron on that: no stick lies there yet.
  const ronned = next?.event.type === "hora" && next.event.actor !== actor;
  if (next === undefined || ronned) return [first];
  const stick: Mjai = { type: "reach_accepted", actor };
  return [first, { kind: "insert", before: next.entry, events: [stick] }];
}
