import { temporaryDirectory } from "@retinue/testkit";
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const apps = join(import.meta.dirname, "../../..");

/** Every program that the repository publishes, by its name. */
const programs = readdirSync(apps).flatMap((app) => {
  const text = readFileSync(join(apps, app, "package.json"), "utf8");
  const { bin, version } = JSON.parse(text) as { bin: Record<string, string>; version: string };
  return Object.entries(bin).map(([name, path]) => ({ name, version, path: join(apps, app, path) }));
});

/** Runs one where nobody is logged in and nothing is configured; no terminal is there. */
function run(path: string, args: readonly string[], added: Readonly<Record<string, string>> = {}) {
  const home = temporaryDirectory();
  const env = { HOME: home, PATH: process.env["PATH"] ?? "", ...added };
  const options = { cwd: home, env, encoding: "utf8", input: "" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], options);
  return { status, stdout, stderr };
}

/** The same on a terminal of 80 columns, with what was seen there as stdout. */
function runOnTerminal(path: string, args: readonly string[], added: Readonly<Record<string, string>>) {
  const home = temporaryDirectory();
  const command = [process.execPath, path, ...args].map((word) => `'${word}'`).join(" ");
  const env = { HOME: home, PATH: process.env["PATH"] ?? "", TERM: "xterm-256color", ...added };
  const argv = ["-qec", `stty columns 80; ${command}`, "/dev/null"];
  return execFileSync("script", argv, { cwd: home, env, input: "", encoding: "utf8" });
}

// oxlint-disable-next-line no-control-regex
const escapeCode = /\u001b/;

test("there are four, and each is tried", () => {
  const names = programs.map(({ name }) => name).toSorted();
  expect(names).toEqual(["retinue", "retinue-child", "retinue-mcp", "retinue-watch"]);
});

describe.each(programs)("$name", ({ name, version, path }) => {
  test("--help and -h say on stdout how it is used, with exit codes and examples that begin with its name", () => {
    const help = run(path, ["--help"]);
    expect(help).toMatchObject({ status: 0, stderr: "" });
    expect(help.stdout).toContain(name);
    expect(run(path, ["-h"])).toEqual(help);
    // The help of retinue leads to that of its commands, which have them.
    const told = name === "retinue" ? run(path, ["help", "run"]).stdout : help.stdout;
    expect(told).toMatch(/^Exit codes?: [^]*\b2\b/m);
    expect(told).toMatch(new RegExp(`^Examples:\\n(?:  .*\\n)*  ${name} `, "m"));
  });

  test("--version is its version and nothing else", () => {
    expect(run(path, ["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("an unknown flag is refused on one line, which names it and says where to look, with 2", () => {
    const { status, stdout, stderr } = run(path, ["--no-such-flag"]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^${name}: [^\\n]*--no-such-flag[^\\n]*(?:--help|Usage: )[^\\n]*\\n$`));
  });

  test.each([{ NO_COLOR: "1" }, { FORCE_COLOR: "1" }])(
    "without a terminal it writes no escape code, %j",
    (added) => {
      for (const args of [["--help"], ["--no-such-flag"]]) {
        const { stdout, stderr } = run(path, args, added);
        expect(stdout + stderr).not.toMatch(escapeCode);
      }
    },
  );

  test("on a terminal none either with NO_COLOR", () => {
    expect(runOnTerminal(path, ["--help"], { NO_COLOR: "1" })).not.toMatch(escapeCode);
  });
});
