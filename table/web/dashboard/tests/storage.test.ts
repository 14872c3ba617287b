import { beforeEach, describe, expect, it } from "vitest";
import type { ScoreRequest } from "../src/lib/api/types";
import { PLAIN } from "../src/lib/logic/circumstances";
import { load, NO_WORK, save, type Work } from "../src/lib/logic/storage";
import { handOfFaces } from "./fixtures";

class Memory implements Storage {
  private readonly kept = new Map<string, string>();
  full = false;

  get length(): number {
    return this.kept.size;
  }

  clear(): void {
    this.kept.clear();
  }

  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }

  key(at: number): string | null {
    return [...this.kept.keys()][at] ?? null;
  }

  removeItem(key: string): void {
    this.kept.delete(key);
  }

  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    this.kept.set(key, value);
  }
}

describe("the kept hand", () => {
  let storage: Memory;
  const work: Work = {
    ...NO_WORK,
    hand: handOfFaces(["1m", "2m"]),
    circumstances: { ...PLAIN, winner: 2 },
    open: true,
  };
  beforeEach(() => {
    storage = new Memory();
  });

  it("comes back as it was", () => {
    save(storage, work);
    expect(load(storage)).toEqual(work);
  });

  it("comes back with all that it is about", () => {
    const request = { winner: 1, discarder: 0, concealed: ["1m"], win_tile: "1m" };
    const full: Work = {
      ...work,
      gone: true,
      question: "win:12",
      others: [{ request: request as ScoreRequest, total: 8000 }],
      past: { entry: 40, title: "East 2", dealer: 1 },
      at: "a 1 hand 0 E 1 0",
    };
    save(storage, full);
    expect(load(storage)).toEqual(full);
  });

  it("of an earlier page comes back too", () => {
    const { hand, circumstances } = work;
    save(storage, work);
    storage.setItem(storage.key(0) ?? "", JSON.stringify({ hand, circumstances, open: true }));
    expect(load(storage)).toEqual(work);
  });

  it("is forgotten when it is put away", () => {
    save(storage, work);
    save(storage, NO_WORK);
    expect(storage.length).toBe(0);
    expect(load(storage)).toEqual(NO_WORK);
  });

  it("is nothing rather than nonsense", () => {
    save(storage, work);
    const key = storage.key(0) ?? "";
    for (const text of [
      "{",
      "null",
      "[]",
      '{"open":true}',
      '{"open":true,"hand":{"concealed":1}}',
      JSON.stringify({ ...work, others: 1 }),
      JSON.stringify({ ...work, past: { entry: "40" } }),
      JSON.stringify({ ...work, at: 3 }),
    ]) {
      storage.setItem(key, text);
      expect(load(storage)).toEqual(NO_WORK);
    }
  });

  it("does not stop the page when the storage is full", () => {
    storage.full = true;
    expect(() => save(storage, work)).not.toThrow();
  });
});
