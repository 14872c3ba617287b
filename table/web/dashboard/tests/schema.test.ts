import { readFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, it } from "vitest";

it("has types as fresh as the committed OpenAPI document", async () => {
  const document = new URL("../openapi.json", import.meta.url);
  const committed = await readFile(new URL("../src/lib/api/schema.d.ts", import.meta.url), "utf8");
  const made = astToString(await openapiTS(document));
  expect(committed.endsWith(made), "run `npm run types`").toBe(true);
});
