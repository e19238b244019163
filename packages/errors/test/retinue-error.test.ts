import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { execFileSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { isRetinueError } from "../src/index.ts";

const source = join(import.meta.dirname, "../src");

test("an error of one copy of the package is known by another", () => {
  const other = mkdtempSync(join(tmpdir(), "errors-"));
  onTestFinished(() => rmSync(other, { recursive: true }));
  cpSync(source, other, { recursive: true });
  const [first, second] = [source, other].map((each) => pathToFileURL(join(each, "index.ts")).href);
  const program = `
    import * as first from ${JSON.stringify(first)};
    import * as second from ${JSON.stringify(second)};
    class OwnError extends second.RetinueError {}
    const error = new OwnError("CODE", "text", { remedy: "none" });
    console.log(error instanceof first.RetinueError, first.isRetinueError(error));`;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module-typescript", "-e", program];
  expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe("false true\n");
});

test("nothing else is one, whatever it carries", () => {
  const alike = Object.assign(new Error("text"), { code: "CODE", remedy: "none" });
  for (const value of [undefined, null, "text", {}, new TypeError("text"), alike]) {
    expect(isRetinueError(value)).toBe(false);
  }
});
