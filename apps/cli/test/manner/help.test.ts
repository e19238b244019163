import { expect, test } from "vitest";
import { createProgram } from "../../src/program/program.ts";
import { retinue } from "../retinue.ts";

const commands = createProgram().commands.map((command) => command.name());

test("--help fits a terminal of 24 lines and 80 columns, and has a line for each command", () => {
  const { status, stdout } = retinue("--help");
  expect(status).toBe(0);
  const lines = stdout.split("\n");
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  for (const name of commands)
    expect(lines.filter((line) => new RegExp(`^.{0,10} ${name}\\b`).test(line))).toHaveLength(1);
  expect(lines[0]).toContain("retinue help COMMAND");
});

test("help of a command is its --help, within 80 columns, with exit codes and an example of it", () => {
  for (const name of commands) {
    const { status, stdout, stderr } = retinue("help", name);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^Exit code: 0/m);
    expect(stdout).toMatch(new RegExp(`^Examples:\\n(?:  .*\\n)*  retinue ${name}\\b`, "m"));
    expect(stdout.split("\n").filter((line) => line.length > 84)).toEqual([]);
  }
  expect(retinue("run", "--help").stdout).toBe(retinue("help", "run").stdout);
});

test("an option means the same wherever it is", () => {
  const meanings = new Map<string, Set<string>>();
  for (const command of createProgram().commands)
    for (const { long, short, flags } of command.options) {
      const value = /[<[].*/.exec(flags)?.[0] ?? "";
      const key = long ?? short ?? flags;
      meanings.set(key, (meanings.get(key) ?? new Set()).add(`${short ?? ""}${value}`));
    }
  const several = [...meanings].filter(([, shapes]) => shapes.size > 1).map(([name]) => name);
  // `explain --agent` names who spawns, `send --agent` several who are told.
  expect(several).toEqual(["--agent"]);
});
