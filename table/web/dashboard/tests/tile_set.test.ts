import { afterEach, describe, expect, it, vi } from "vitest";
import { sets, withoutPhoto } from "../src/lib/setup/tile_set.svelte";

afterEach(() => vi.unstubAllGlobals());

describe("the photos of a tile set", () => {
  it("lose what was said of a photo that is taken away, and of no other", () => {
    const mends = { "1.1.2": "5m", "2.1.1": "?", "3.2.10": "0p", "10.1.1": "9s" };
    expect(withoutPhoto(mends, 2)).toEqual({ "1.1.2": "5m", "2.2.10": "0p", "9.1.1": "9s" });
  });

  it("are added with the mends kept, and each that is refused is named", async () => {
    const asked: unknown[] = [];
    let photo = 0;
    vi.stubGlobal("fetch", (path: string, { body }: { body: FormData | string }) => {
      if (typeof body === "string") {
        asked.push((JSON.parse(body) as { mends: unknown }).mends);
        return Promise.resolve(Response.json({ faces: [], doubts: [], missing: [] }));
      }
      const heic = (body.get("file") as File).name.endsWith("heic");
      return Promise.resolve(
        heic
          ? Response.json({ detail: "photo: is a HEIC picture" }, { status: 415 })
          : Response.json({ id: String(++photo), path }),
      );
    });
    const file = (name: string): File => new File(["x"], name);
    await sets.add([file("1.jpg")]);
    await sets.mend("1.1.1", "5m");
    await expect(sets.add([file("2.heic"), file("3.jpg")])).rejects.toThrow(
      "2.heic: photo: is a HEIC picture",
    );
    expect(sets.photos).toHaveLength(2);
    await sets.propose();
    expect(asked.at(-1)).toEqual({ "1.1.1": "5m" });
  });
});
