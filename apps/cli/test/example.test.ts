import { spawnSync } from "node:child_process";
import { copyFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, test } from "vitest";

const recorded = join(import.meta.dirname, "../../../packages/recovery/test/fixtures/massgen-logs");

test("example.sh of the README", () => {
  const directory = temporaryDirectory();
  symlinkSync(join(import.meta.dirname, "../dist/main.js"), join(directory, "retinue"));
  copyFileSync(join(import.meta.dirname, "example.sh"), join(directory, "example.sh"));
  const PATH = [directory, dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const run = (name: string) => {
    const argv = ["-e", "example.sh", join(recorded, name, "log/subagents/review")];
    const env = { PATH };
    const { status, stdout, stderr } = spawnSync("sh", argv, {
      cwd: directory,
      encoding: "utf8",
      env,
    });
    return { status, stdout, stderr };
  };
  const answer = "Licences: all MIT except yaml (ISC); nothing copyleft.\n";
  expect(run("cancelled-presentation")).toEqual({ status: 0, stdout: answer, stderr: "" });
  expect(run("cancelled-no-answer")).toEqual({ status: 0, stdout: "null\n", stderr: "there is no answer\n" });
});
