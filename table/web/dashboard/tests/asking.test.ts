import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askAfter } from "../src/lib/logic/asking";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("asking", () => {
  const later = (answer: string, ms: number) => (): Promise<string> =>
    new Promise((resolve) => setTimeout(() => resolve(answer), ms));

  it("takes no answer of a question that another one followed", async () => {
    const heard: string[] = [];
    const listener = { answered: (one: string) => heard.push(one), refused: () => undefined };
    const end = askAfter(0, later("older", 500), listener);
    await vi.advanceTimersByTimeAsync(100);
    end();
    askAfter(0, later("newer", 100), listener);
    await vi.advanceTimersByTimeAsync(1000);
    expect(heard).toEqual(["newer"]);
  });

  it("does not ask at all what was over before its time", async () => {
    const ask = vi.fn(later("", 0));
    askAfter(200, ask, { answered: () => undefined, refused: () => undefined })();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ask).not.toHaveBeenCalled();
  });
});
