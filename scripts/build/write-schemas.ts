import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { jsonSchemas } from "./json-schemas.ts";

// Writes schema/<name>.json of the built package in the given directory, anew.
const directory = resolve(process.argv[2] ?? ".");
const exported = (await import(pathToFileURL(join(directory, "dist/index.js")).href)) as Record<
  string,
  unknown
>;
const target = join(directory, "schema");
rmSync(target, { recursive: true, force: true });
mkdirSync(target);
for (const [name, schema] of Object.entries(jsonSchemas(exported))) {
  writeFileSync(join(target, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
}
