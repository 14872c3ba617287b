import { afterEach, expect, it, vi } from "vitest";
import type { Question } from "../src/lib/api/types";
import { questions } from "../src/lib/state/questions.svelte";

const [first, other] = ["tile:1", "tile:2"].map(
  (id) => ({ id, choices: [] }) as unknown as Question,
);

afterEach(() => vi.unstubAllGlobals());

it("a refused answer is told at its own question while that is open", async () => {
  if (first === undefined || other === undefined) throw new Error("no questions");
  let open = [first, other];
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(
      path === "api/questions"
        ? Response.json(open)
        : Response.json({ detail: "entry 30 can no longer follow" }, { status: 409 }),
    ),
  );
  await questions.answer(other, 0);
  expect(questions.problemOf(other)).toMatch(/no longer follow/);
  expect(questions.problemOf(first)).toBeNull();
  expect(questions.problemBeside(questions.open)).toBeNull();
  open = [first];
  await questions.answer(other, 0);
  expect(questions.problemBeside(questions.open)).toMatch(/no longer follow/);
});
