import { spawnSync } from "node:child_process";
import { copyFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkPublished } from "../publish/check-published.ts";
import { checkFormat } from "../tools/check-format.ts";
import { checkLint } from "../tools/check-lint.ts";
import { checkShell } from "../tools/check-shell.ts";
import { checkTypes } from "../tools/check-types.ts";
import { checkUnused } from "../tools/check-unused.ts";
import { manifest, tree } from "./tree.ts";

const repository = join(import.meta.dirname, "../../..");

/** A tree that is judged by the repository's own configuration of a tool. */
function configured(files: Readonly<Record<string, unknown>>, ...configuration: string[]): string {
  const root = tree(files);
  for (const name of configuration) copyFileSync(join(repository, name), join(root, name));
  return root;
}

describe("oxlint", () => {
  const lint = (files: Readonly<Record<string, unknown>>) => checkLint(configured(files, ".oxlintrc.json"));

  it("accepts sound code, and an app that uses what only apps may", () => {
    const app = `process.once("SIGINT", () => process.exit(1));\nconsole.log(process.env["A"]);\n`;
    const report = lint({ "packages/a/src/a.ts": "export const a = 1;\n", "apps/b/src/main.ts": app });
    expect(report).toEqual({ looked: 2, unit: "files", problems: [] });
  });

  it.each([
    ["console", `console.log(1);`, /console/],
    ["the environment", `export const a = process.env["A"];`, /env/],
    ["the environment, taken apart", `const { env } = process;\nexport { env };`, /env/],
    ["the process by another way", `export const a = globalThis.process;`, /globalThis\.process/],
    ["arguments", `export const a = process.argv;`, /argv/],
    ["exit", `process.exit(1);`, /exit/],
    ["an exit code", `process.exitCode = 1;`, /exitCode/],
    ["a signal handler", `process.on("SIGTERM", () => {});`, /signal/],
    ["another signal handler", `process.once("SIGTERM", () => {});`, /signal/],
    ["standard output", `process.stdout.write("a");`, /terminal/],
    ["the process by import", `import { env } from "node:process";\nexport { env };`, /node:process/],
    ["any", `export const a: any = 1;`, /any/],
    ["==", `export const a = (b: string) => b == "a";`, /===/],
    ["a module without node:", `import { join } from "path";\nexport { join };`, /node:path/],
  ])("refuses %s in a package", (_, text, message) => {
    const { problems } = lint({ "packages/a/src/a.ts": `${text}\n` });
    expect(problems.join("\n")).toMatch(message);
  });

  it.each([
    ["two files", "export", 2],
    ["two files, one by type only", "export type", 2],
    ["three files", "export", 3],
  ])("refuses a cycle of %s", (_, first, count) => {
    const names = ["a", "b", "c"].slice(0, count);
    const files = names.map((name, index) => {
      const next = names[(index + 1) % count];
      const keyword = index === 0 ? first : "export";
      return [`packages/a/src/${name}.ts`, `${keyword} { ${next} as ${name} } from "./${next}.ts";\n`];
    });
    const { problems } = lint(Object.fromEntries(files));
    expect(problems.join("\n")).toMatch(/no-cycle/);
  });

  it("looks at nothing in an empty tree", () => {
    expect(lint({}).looked).toBe(0);
  });
});

describe("oxfmt", () => {
  const format = (text: string) => checkFormat(configured({ "a.ts": text }, ".oxfmtrc.json"));

  it("accepts what it would write, and refuses the rest", () => {
    expect(format("export const a = 1;\n")).toMatchObject({ problems: [] });
    expect(format("export const a = 1;\n").looked).toBeGreaterThan(0);
    expect(format("export const a =    1\n").problems.join("\n")).toContain("a.ts");
  });
});

describe("tsc", () => {
  const project = (source: string, test: string) => {
    const root = configured(
      {
        "packages/a/package.json": manifest("@retinue/a"),
        "packages/a/tsconfig.json": {
          extends: "../../tsconfig.base.json",
          compilerOptions: { rootDir: "src", outDir: "dist" },
          include: ["src"],
        },
        "packages/a/src/index.ts": source,
        "packages/a/test/a.test.ts": test,
      },
      "tsconfig.base.json",
      "tsconfig.json",
    );
    symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
    return root;
  };
  const good = "export const a: number = 1;\n";

  it("accepts sound types in sources and tests, and counts both", () => {
    expect(checkTypes(project(good, good))).toEqual({ looked: 2, unit: "files", problems: [] });
  });

  it.each([
    ["a source", `export const a: number = "1";\n`, good, /packages\/a\/src\/index\.ts/],
    ["a test", good, `export const a: number = "1";\n`, /packages\/a\/test\/a\.test\.ts/],
  ])("refuses a wrong type in %s", (_, source, test, message) => {
    expect(checkTypes(project(source, test)).problems).toEqual([expect.stringMatching(message)]);
  });
});

describe("knip", () => {
  const workspace = (source: string, fields: Readonly<Record<string, unknown>> = {}) =>
    configured(
      {
        "package.json": { name: "root", private: true },
        "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
        "packages/a/package.json": manifest("@retinue/a", fields),
        "packages/a/tsconfig.json": { compilerOptions: { rootDir: "src", outDir: "dist" }, include: ["src"] },
        "packages/a/src/index.ts": source,
        "packages/a/src/b.ts": "export const b = 1;\nexport const c = 2;\n",
      },
      "knip.json",
    );

  it("refuses an export, a file and a dependency that nothing uses", () => {
    expect(checkUnused(workspace(`export { b } from "./b.ts";\n`)).problems.join("\n")).toMatch(
      /exports\): c/,
    );
    expect(checkUnused(workspace("export const a = 1;\n")).problems.join("\n")).toMatch(/files\): .*b\.ts/);
    const all = `export { b, c } from "./b.ts";\n`;
    expect(checkUnused(workspace(all))).toMatchObject({ looked: 2, problems: [] });
    const { problems } = checkUnused(workspace(all, { dependencies: { zod: "1" } }));
    expect(problems.join("\n")).toMatch(/dependencies\): zod/);
  });
});

describe("shellcheck", () => {
  const installed = spawnSync("shellcheck", ["--version"]).status === 0;

  it.runIf(installed || process.env["RETINUE_REQUIRE_ALL"])("refuses an unquoted variable", () => {
    const good = `#!/bin/sh\necho "$1"\n`;
    expect(checkShell(tree({ "packages/a/supervisor/a.sh": good }))).toMatchObject({
      looked: 1,
      problems: [],
    });
    const { problems } = checkShell(tree({ "packages/a/supervisor/a.sh": "#!/bin/sh\necho $1\n" }));
    expect(problems.join("\n")).toContain("SC2086");
  });
});

describe("publint and attw", () => {
  const workspace = (fields: Readonly<Record<string, unknown>>) =>
    tree({
      "package.json": { name: "root", private: true },
      "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
      LICENSE: "a",
      "packages/a/package.json": manifest("a", { license: "Apache-2.0", files: ["dist"], ...fields }),
      "packages/a/README.md": "a",
      "packages/a/dist/index.js": "export const a = 1;\n",
      "packages/a/dist/index.d.ts": "export declare const a = 1;\n",
    });
  const types = { exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } } };

  it("accept a sound package", { timeout: 120_000 }, async () => {
    expect(await checkPublished(workspace(types))).toEqual({ looked: 1, unit: "tarballs", problems: [] });
  });

  it.each([
    ["names a missing file", { exports: { ".": "./dist/main.js" } }, /publint/],
    ["has no types", { exports: { ".": "./dist/index.js" }, files: ["dist/index.js"] }, /attw/],
    ["has no programs", { bin: { a: "./dist/a.js" }, ...types }, /publint.*bin/],
  ])("refuse a package that %s", { timeout: 120_000 }, async (_, fields, message) => {
    const { problems } = await checkPublished(workspace(fields));
    expect(problems.join("\n")).toMatch(message);
  });

  it("refuse a tarball with build leftovers", { timeout: 120_000 }, async () => {
    const root = tree({
      "package.json": { name: "root", private: true },
      "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
      "packages/a/package.json": manifest("a", { files: ["dist"], ...types }),
      "packages/a/dist/index.js": "export const a = 1;\n",
      "packages/a/dist/index.d.ts": "export declare const a = 1;\n",
      "packages/a/dist/.tsbuildinfo": "{}",
      "packages/a/dist/index.js.map": "{}",
    });
    const { problems } = await checkPublished(root);
    expect(problems.join("\n")).toMatch(/no README\.md[^]*no LICENSE[^]*tsbuildinfo[^]*js\.map/);
  });
});
