import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkDependencies } from "../house/check-dependencies.ts";
import { checkFolders } from "../house/check-folders.ts";
import { checkHouse } from "../house/check-house.ts";
import { floors } from "../house/floors.ts";
import { manifest, tree } from "./tree.ts";

const house = {
  "package.json": { devDependencies: { vitest: "*" } },
  "packages/status-model/package.json": manifest("@retinue/status-model"),
  "packages/status-model/src/index.ts": "export const a = 1;\n",
  "packages/recovery/package.json": manifest("@retinue/recovery", {
    dependencies: { "@retinue/status-model": "workspace:*" },
  }),
  "packages/recovery/src/index.ts": `export { a } from "@retinue/status-model";\n`,
  "packages/recovery/tsconfig.json": { references: [{ path: "../status-model" }] },
  "packages/recovery/test/a.test.ts": `import "vitest";\nimport "@retinue/testkit";\nimport "../src/index.ts";\n`,
  "packages/testkit/package.json": manifest("@retinue/testkit"),
  "packages/testkit/src/index.ts": "export {};\n",
  "apps/cli/package.json": manifest("retinue", { devDependencies: { "@retinue/recovery": "workspace:*" } }),
  "apps/cli/src/main.ts": `import "@retinue/recovery";\nimport fs from "node:fs";\n`,
};

describe("the house", () => {
  it("stands when every import goes down", () => {
    const report = checkHouse(tree(house));
    expect(report.problems).toEqual([]);
    expect(report.looked).toBe(5);
  });

  it.each([
    ["upwards", "packages/status-model/src/b.ts", `import "@retinue/recovery";`, /arrows only point down/],
    [
      "upwards, by type",
      "packages/status-model/src/b.ts",
      `import type { X } from "@retinue/recovery";`,
      /down/,
    ],
    ["upwards, in a type", "packages/status-model/src/b.ts", `let a: import("@retinue/recovery").X;`, /down/],
    ["upwards, later", "packages/status-model/src/b.ts", `void import("@retinue/recovery");`, /down/],
    ["upwards, re-exported", "packages/status-model/src/b.ts", `export * from "@retinue/recovery";`, /down/],
    ["upwards, in a test", "packages/status-model/test/b.test.ts", `import "@retinue/recovery";`, /down/],
    ["of an app", "packages/recovery/src/b.ts", `import "retinue";`, /down/],
    ["sideways", "packages/status-model/src/b.ts", `import "@retinue/contained-fs";`, /down/],
    ["the testkit's, of ours", "packages/testkit/src/b.ts", `import "@retinue/status-model";`, /down/],
    ["of the testkit in a source", "packages/recovery/src/b.ts", `import "@retinue/testkit";`, /only tests/],
    ["by a deep path", "apps/cli/src/b.ts", `import "@retinue/recovery/src/index.ts";`, /does not export/],
    [
      "by a path into another package",
      "apps/cli/src/b.ts",
      `import "../../../packages/recovery/x.ts";`,
      /leaves/,
    ],
    ["of itself by name", "packages/recovery/src/b.ts", `import "@retinue/recovery";`, /relative path/],
    ["of a builtin without node:", "packages/recovery/src/b.ts", `import "fs";`, /node:fs/],
  ])("refuses an import %s", (_, path, text, message) => {
    const contained = { "packages/contained-fs/package.json": manifest("@retinue/contained-fs") };
    const { problems } = checkHouse(tree({ ...house, ...contained, [path]: text }));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(message);
    expect(problems[0]).toContain(`${path}:1`);
  });

  it("refuses a package without a floor", () => {
    const { problems } = checkHouse(tree({ "packages/attic/package.json": manifest("@retinue/attic") }));
    expect(problems).toEqual([expect.stringContaining("packages/attic has no floor")]);
  });

  it("says which file cannot be parsed", () => {
    const root = tree({ ...house, "packages/recovery/src/b.ts": "import {" });
    expect(() => checkHouse(root)).toThrow(/b\.ts cannot be parsed/);
  });
});

describe("the picture of the house", () => {
  const picture = readFileSync(join(import.meta.dirname, "../../../ARCHITECTURE.md"), "utf8");
  const rows = picture
    .split("\n")
    .filter((line) => /^ {2}(serve|launch|guard|read\/plan|ground|base) /.test(line));

  it("shows each package on its floor", () => {
    const drawn = rows.toReversed().map((row) => row.replaceAll(/[()]/g, "").trim().split(/ +/).slice(1));
    expect(drawn.map((names) => names.toSorted())).toEqual(floors.map((names) => names.toSorted()));
  });
});

describe("package.json", () => {
  it("agrees with the imports", () => {
    const report = checkDependencies(
      tree({ ...house, "packages/recovery/test/a.test.ts": `import "vitest";\nimport "../src/index.ts";\n` }),
    );
    expect(report.problems).toEqual([]);
    expect(report.looked).toBe(4);
  });

  it.each([
    [
      "a source imports what is only there for tests",
      "packages/recovery/src/b.ts",
      `import "vitest";`,
      /src imports vitest/,
    ],
    [
      "a test imports what nobody declares",
      "packages/recovery/test/b.test.ts",
      `import "zod";`,
      /tests import zod/,
    ],
    [
      "an app imports what it does not declare",
      "apps/cli/src/b.ts",
      `import "commander";`,
      /src imports commander/,
    ],
    [
      "an app would have to be installed with a library",
      "apps/cli/package.json",
      manifest("retinue", { dependencies: { "@retinue/recovery": "workspace:*" } }),
      /move it to devDependencies/,
    ],
    [
      "a reference is missing",
      "packages/recovery/tsconfig.json",
      {},
      /add a reference to packages\/status-model/,
    ],
    [
      "a reference has no dependency",
      "packages/recovery/tsconfig.json",
      { references: [{ path: "../status-model" }, { path: "../testkit" }] },
      /refers to packages\/testkit/,
    ],
  ])("is refused when %s", (_, path, content, message) => {
    const tests = { "packages/recovery/test/a.test.ts": "export {};\n" };
    const { problems } = checkDependencies(tree({ ...house, ...tests, [path]: content }));
    expect(problems).toEqual([expect.stringMatching(message)]);
  });

  it("lets an app depend on a program that it starts", () => {
    const fields = {
      dependencies: { "retinue-child": "workspace:*" },
      devDependencies: { "@retinue/recovery": "workspace:*" },
    };
    const root = tree({
      ...house,
      "packages/recovery/test/a.test.ts": "export {};\n",
      "apps/cli/package.json": manifest("retinue", fields),
      "apps/child/package.json": manifest("retinue-child"),
    });
    expect(checkDependencies(root).problems).toEqual([]);
  });
});

describe("the folders of a package", () => {
  const files = {
    "packages/recovery/package.json": manifest("@retinue/recovery"),
    "packages/recovery/src/index.ts": `export * from "./a/one.ts";\n`,
    "packages/recovery/src/a/one.ts": `import "../b/two.ts";\nimport "./other.ts";\n`,
    "packages/recovery/src/b/two.ts": `import type { X } from "../c/three.ts";\n`,
    "packages/recovery/src/c/three.ts": `export interface X {}\n`,
  };

  it("are stages when none imports another that imports it", () => {
    expect(checkFolders(tree(files))).toMatchObject({ looked: 4, problems: [] });
  });

  it("are named with their files when they import each other in a circle, by type or not", () => {
    const circle = {
      ...files,
      "packages/recovery/src/c/three.ts": `import type { Y } from "../a/one.ts";\n`,
    };
    expect(checkFolders(tree(circle)).problems).toEqual([
      "packages/recovery/src: folders import each other in a circle: " +
        "a -> b (packages/recovery/src/a/one.ts:1), b -> c (packages/recovery/src/b/two.ts:1), " +
        "c -> a (packages/recovery/src/c/three.ts:1)",
    ]);
  });
});
