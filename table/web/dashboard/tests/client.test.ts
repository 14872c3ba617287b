import { afterEach, describe, expect, it, vi } from "vitest";
import { send } from "../src/lib/api/client";

/** The ids that reach the server; each answer is given by one of these. */
function served(...answers: (() => Promise<Response>)[]): string[] {
  const ids: string[] = [];
  const answer = (_: string, request: RequestInit): Promise<Response> => {
    ids.push((JSON.parse(String(request.body)) as { client_id: string }).client_id);
    return (answers.shift() ?? given)();
  };
  vi.stubGlobal("fetch", answer);
  return ids;
}

const given = (): Promise<Response> => Promise.resolve(Response.json({}));
const lost = (): Promise<Response> => Promise.reject(new TypeError("no network"));

afterEach(() => vi.unstubAllGlobals());

describe("a command", () => {
  it("keeps its id until its answer comes, so that it is done once", async () => {
    const ids = served(lost, given);
    await expect(send("api/questions/answer", { id: "a" })).rejects.toThrow();
    await send("api/questions/answer", { id: "a" });
    expect(ids[1]).toBe(ids[0]);
  });

  it("is another one when it is given again after its answer, as after an undo", async () => {
    const ids = served();
    await send("api/questions/answer", { id: "b" });
    await send("api/questions/answer", { id: "b" });
    expect(ids[1]).not.toBe(ids[0]);
  });
});
