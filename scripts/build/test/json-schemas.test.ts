import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as engineContract from "../../../packages/engine-contract/src/index.ts";
import * as launchWatcher from "../../../packages/launch-watcher/src/index.ts";
import * as statusModel from "../../../packages/status-model/src/index.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { jsonSchemas } from "../json-schemas.ts";

const repository = join(import.meta.dirname, "../../..");

describe("JSON Schemas", () => {
  it.each([
    ["engine-contract", engineContract, "run-record"],
    ["status-model", statusModel, "subagent-result"],
    ["launch-watcher", launchWatcher, "watcher-config"],
  ])("of %s lie in the built package, one for each exported schema", (name, exported, one) => {
    const directory = join(repository, "packages", name, "schema");
    const schemas = jsonSchemas(exported);
    expect(Object.keys(schemas)).toContain(one);
    expect(readdirSync(directory).toSorted()).toEqual(
      Object.keys(schemas)
        .map((each) => `${each}.json`)
        .toSorted(),
    );
    for (const [each, schema] of Object.entries(schemas)) {
      const shipped: unknown = JSON.parse(readFileSync(join(directory, `${each}.json`), "utf8"));
      expect(shipped).toEqual(JSON.parse(JSON.stringify(schema)));
    }
  });

  it("describe what may be written: a default makes a key optional", () => {
    const aDocumentSchema = z.object({ a: z.string(), b: z.number().default(1) });
    expect(jsonSchemas({ aDocumentSchema, other: 1 })).toEqual({
      "a-document": expect.objectContaining({ required: ["a"] }),
    });
  });

  it("are missed where a package exports none", () => {
    expect(() => jsonSchemas({ other: 1 })).toThrow(/no schema/);
  });
});
