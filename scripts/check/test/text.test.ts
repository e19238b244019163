import { describe, expect, it } from "vitest";
import { checkManifests } from "../publish/check-manifests.ts";
import { checkExamples } from "../readme/check-examples.ts";
import { checkReadmes } from "../readme/check-readmes.ts";
import { judge } from "../report/judge.ts";
import { checkLength } from "../size/check-length.ts";
import { manifest, tree } from "./tree.ts";

const lines = (count: number) => "x\n".repeat(count);

describe("file length", () => {
  it("allows 300 lines and prints the median", () => {
    const root = tree({ "packages/a/src/a.ts": lines(300), "scripts/b.ts": lines(3), ".ci/run": lines(4) });
    expect(checkLength(root)).toEqual({
      looked: 3,
      unit: "files",
      problems: [],
      note: "median 4 lines, longest 300",
    });
  });

  it.each(["packages/a/src/a.ts", "packages/a/test/a.test.ts", "apps/a/b.mjs", "scripts/a.ts", "bench/a.ts"])(
    "refuses 301 lines in %s",
    (path) => {
      const { problems } = checkLength(
        tree({ [path]: lines(301), "packages/b/b.ts": "", "packages/b/c.ts": "" }),
      );
      expect(problems).toEqual([expect.stringContaining(`${path} has 301 lines`)]);
    },
  );

  it("refuses a median of 80", () => {
    expect(checkLength(tree({ "scripts/a.ts": lines(80) })).problems).toEqual([
      expect.stringContaining("median"),
    ]);
  });
});

const example = "export const one = 1;";
const readme = [
  "# a",
  "zod: reads.",
  "```text",
  "a -> b",
  "```",
  "<!-- example: test/a.test.ts#one -->",
  "",
  "```ts",
  example,
  "```",
  "",
].join("\n");
const documented = {
  "packages/a/package.json": manifest("@retinue/a", { dependencies: { zod: "1" } }),
  "packages/a/README.md": readme,
  "packages/a/test/a.test.ts": `it(() => {\n  // #region one\n  ${example}\n  // #endregion\n});\n`,
};

describe("READMEs", () => {
  it("are accepted with a diagram, an example that is run, and the libraries", () => {
    const root = tree(documented);
    expect(checkReadmes(root).problems).toEqual([]);
    expect(checkExamples(root)).toMatchObject({ looked: 1, note: "1 examples", problems: [] });
  });

  it("accept a whole file that a test names", () => {
    const files = {
      ...documented,
      "packages/a/README.md": readme.replace("test/a.test.ts#one", "examples/one.ts"),
      "packages/a/examples/one.ts": `${example}\n`,
      "packages/a/test/a.test.ts": `run("../examples/one.ts");\n`,
    };
    expect(checkExamples(tree(files)).problems).toEqual([]);
    const nobody = { ...files, "packages/a/test/a.test.ts": "" };
    expect(checkExamples(tree(nobody)).problems).toEqual([expect.stringContaining("which no test")]);
  });

  it.each([
    ["differs from its source", readme.replace("one = 1", "one = 2"), /README\.md:8 differs from/],
    ["has no source", readme.replace(/<!--.*-->/, ""), /README\.md:8 is code without a source/],
    ["points nowhere", readme.replace("#one", "#two"), /which does not exist/],
  ])("are refused when an example %s", (_, text, message) => {
    const { problems } = checkExamples(tree({ ...documented, "packages/a/README.md": text }));
    expect(problems).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    ["no diagram", readme.replace("a -> b", "a b"), /no diagram/],
    ["no example", readme.replace(/<!--.*-->/, ""), /no example/],
    ["no word on a library", readme.replace("zod", "it"), /why zod/],
  ])("are refused with %s", (_, text, message) => {
    const { problems } = checkReadmes(tree({ ...documented, "packages/a/README.md": text }));
    expect(problems).toEqual([expect.stringMatching(message)]);
  });

  it("are refused when missing", () => {
    const root = tree({ "packages/a/package.json": manifest("@retinue/a") });
    expect(checkReadmes(root).problems).toEqual(["packages/a/README.md is missing"]);
  });
});

describe("what a registry shows", () => {
  const whole = manifest("@retinue/a", {
    license: "Apache-2.0",
    engines: { node: ">=22.22" },
    description: "a",
    keywords: ["a"],
    repository: { directory: "packages/a" },
    files: ["dist"],
  });

  const texts = { LICENSE: "free", "packages/a/LICENSE": "free" };
  const problemsOf = (fields: object, more = texts) =>
    checkManifests(tree({ ...more, "packages/a/package.json": fields })).problems;

  it("is accepted whole", () => {
    expect(problemsOf(whole)).toEqual([]);
  });

  it.each(["", "another's"])("is refused with a license of its own: %j", (own) => {
    expect(problemsOf(whole, { ...texts, "packages/a/LICENSE": own })).toHaveLength(1);
  });

  it.each(["license", "engines", "description", "keywords", "repository", "files", "type", "exports"])(
    "is refused without %s",
    (field) => {
      const rest = Object.fromEntries(Object.entries(whole).filter(([key]) => key !== field));
      expect(problemsOf(rest)).toHaveLength(1);
    },
  );

  it.each(["workspace:*", "catalog:"])(
    "is refused with a dependency on %s, which npm cannot read",
    (range) => {
      const problems = problemsOf({ ...whole, dependencies: { zod: range } });
      expect(problems).toEqual([expect.stringContaining("that npm reads")]);
    },
  );

  it("is refused with two versions", () => {
    const other = { ...whole, version: "1.0.0", repository: { directory: "packages/b" } };
    const more = { ...texts, "packages/b/LICENSE": "free", "packages/b/package.json": other };
    expect(problemsOf(whole, more)).toEqual([expect.stringContaining("several versions")]);
  });
});

describe("a report", () => {
  it("fails when a check looked at nothing", () => {
    expect(judge("house", { looked: 0, unit: "files", problems: [] }, false).passed).toBe(false);
    expect(judge("house", { looked: 1, unit: "files", problems: [] }, false).passed).toBe(true);
  });

  it("says how many files were looked at", () => {
    const { lines: printed } = judge("house", { looked: 7, unit: "files", problems: ["a", "b"] }, false);
    expect(printed[0]).toMatch(/FAIL.*house.*7 files.*problems: 2/);
    expect(printed).toHaveLength(3);
  });

  it("passes a skipped check unless everything is required", () => {
    const skipped = { looked: 0, unit: "files", problems: [], skipped: "not installed" };
    expect(judge("shell", skipped, false).passed).toBe(true);
    expect(judge("shell", skipped, true).passed).toBe(false);
  });
});
