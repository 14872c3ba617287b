import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Deed } from "../src/lib/state/deed.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a deed", () => {
  const undo = vi.fn(() => Promise.resolve());
  beforeEach(() => void undo.mockClear());

  it("is done once by a double tap, and again by a tap that comes later", async () => {
    const deed = new Deed();
    await deed.run(undo);
    await vi.advanceTimersByTimeAsync(180);
    await deed.run(undo);
    expect(undo).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    await deed.run(undo);
    expect(undo).toHaveBeenCalledTimes(2);
  });

  it("that was refused says why, and can be tried again at once", async () => {
    const deed = new Deed();
    expect(await deed.run(() => Promise.reject(new Error("not now")))).toBe(false);
    expect(deed.problem).toBe("not now");
    expect(await deed.run(undo)).toBe(true);
    expect(deed.problem).toBeNull();
  });
});
