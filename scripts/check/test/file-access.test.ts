import { expect, it } from "vitest";
import { checkFileAccess } from "../confine/check-file-access.ts";
import { fileAccess } from "../confine/file-access.ts";
import { tree } from "./tree.ts";

const path = "packages/runtime/src/watch/run-watcher.ts";
const allowed = [{ path, names: ["watch"], why: "a hint" }];
const fine = `import { constants, watch, type FSWatcher } from "node:fs";\n`;

it("lets the listed files take the listed names, types and constants", () => {
  const child = "packages/child-orchestrator/src/tool.ts";
  const files = { [path]: fine, [child]: `import { readFileSync } from "node:fs";\n` };
  expect(checkFileAccess(tree(files), allowed)).toMatchObject({ looked: 1, problems: [] });
});

it.each([
  ["a new readFileSync", `import { readFileSync, watch } from "node:fs";`],
  ["all of it", `import * as fs from "node:fs";\nimport { watch } from "node:fs";`],
  ["the default", `import fs from "node:fs";\nimport { watch } from "node:fs";`],
  ["its promises", `import { readFile } from "node:fs/promises";\nimport { watch } from "node:fs";`],
  [
    "another name for it",
    `import { readFileSync as watch } from "node:fs";\nimport { watch as w } from "node:fs";`,
  ],
  ["an export of it", `export { readFileSync } from "node:fs";\nimport { watch } from "node:fs";`],
  ["it later", `import { watch } from "node:fs";\nconst fs = await import("node:fs");`],
  ["it as a builtin", `import { watch } from "node:fs";\nprocess.getBuiltinModule("fs").readFileSync("x");`],
  ["it by require", `import { watch } from "node:fs";\nrequire("node:fs").readFileSync("x");`],
])("refuses %s in a listed file", (_, text) => {
  const { problems } = checkFileAccess(tree({ [path]: `${text}\n` }), allowed);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain("use @retinue/contained-fs");
});

it("refuses it in a file that is not listed, and a list that is longer than it need be", () => {
  const other = "apps/cli/src/read.ts";
  const files = { [path]: "export {};\n", [other]: `import { readFileSync } from "node:fs";\n` };
  const gone = { path: "packages/runtime/src/gone.ts", names: [], why: "" };
  const { problems } = checkFileAccess(tree(files), [...allowed, gone]);
  expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
    `${other}:1`,
    "scripts/check/confine/file-access.ts",
    "scripts/check/confine/file-access.ts",
  ]);
});

it("each place where it is used has a reason", () => {
  for (const { path: where, names, why } of fileAccess) {
    expect({ where, reason: why.length > 10, names: names.length > 0 }).toEqual({
      where,
      reason: true,
      names: true,
    });
  }
});
