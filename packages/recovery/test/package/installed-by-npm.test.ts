import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, test } from "vitest";

const repository = join(import.meta.dirname, "../../../..");
const packed = ["errors", "status-model", "engine-contract", "contained-fs", "recovery"];
const run = join(
  import.meta.dirname,
  "../fixtures/massgen-logs/timeout-enforcement-one-vote/log/subagents/review",
);

test(
  "packed, installed by plain npm into an empty project, it recovers a run in five lines",
  { timeout: 300_000 },
  (context) => {
    const directory = temporaryDirectory();
    const tarballs = join(directory, "tarballs");
    const project = join(directory, "project");
    mkdirSync(tarballs);
    mkdirSync(project);
    const directories = packed.map((name) => join(repository, "packages", name));
    const offline =
      failure(repository, "npm", ["pack", ...directories, "--pack-destination", tarballs]) ??
      failure(project, "npm", ["view", "zod", "version"]);
    if (offline !== undefined) {
      if (process.env["RETINUE_REQUIRE_ALL"] !== undefined) throw new Error(offline);
      context.skip(`the registry cannot be reached: ${offline}`);
    }
    const files = readdirSync(tarballs).map((name) => join(tarballs, name));
    expect(files.length).toBe(packed.length);
    writeFileSync(join(project, "package.json"), '{"name": "empty", "private": true}');
    expect(failure(project, "npm", ["install", "--no-audit", "--no-fund", ...files])).toBeUndefined();
    // Nothing but zod and our own comes with it.
    expect(
      readdirSync(join(project, "node_modules"))
        .filter((name) => !name.startsWith("."))
        .toSorted(),
    ).toEqual(["@retinue", "zod"]);
    expect(readdirSync(join(project, "node_modules/@retinue")).toSorted()).toEqual(packed.toSorted());

    copyFileSync(join(import.meta.dirname, "five-lines.mjs"), join(project, "recover.mjs"));
    const { status, stdout, stderr } = spawnSync(process.execPath, ["recover.mjs", run], {
      cwd: project,
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("partial: subprocess_logs.json says");
    expect(stdout).toContain("Dependencies: 3 direct (zod, execa, yaml); none is unmaintained.");
    expect(stdout).toContain("input_tokens: 4800");
  },
);

/** Runs a program with the Node of this test; what it printed when it failed. */
function failure(cwd: string, command: string, argv: readonly string[]): string | undefined {
  const PATH = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const { status, stdout, stderr, error } = spawnSync(command, argv, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, PATH },
  });
  return status === 0
    ? undefined
    : `${command} ${argv.slice(0, 3).join(" ")}: ${error?.message ?? `${stdout}\n${stderr}`.trim()}`;
}
