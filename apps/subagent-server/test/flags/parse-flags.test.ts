import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flags } from "../../src/flags/flag-table.ts";
import { parseFlags } from "../../src/flags/parse-flags.ts";
import { usage } from "../../src/flags/usage.ts";

// As MassGen's parent writes them; the order and the empty values are its own.
const massgens = [
  ["--agent-id", "agent_a"],
  ["--orchestrator-id", "orch_1"],
  ["--workspace-path", "/ws"],
  ["--agent-temporary-workspace", ""],
  ["--agent-configs-file", "/ws/.massgen/subagent_mcp/t_agent_configs.json"],
  ["--max-concurrent", "2"],
  ["--default-timeout", "120"],
  ["--min-timeout", "30"],
  ["--max-timeout", "900"],
  ["--orchestrator-config", "{}"],
  ["--orchestrator-config-file", ""],
  ["--context-paths-file", ""],
  ["--coordination-config-file", "/c.json"],
  ["--log-directory", "/logs"],
  ["--runtime-mode", "inherited"],
  ["--runtime-fallback-mode", ""],
  ["--host-launch-prefix", "[]"],
  ["--delegation-directory", ""],
  ["--hook-dir", ""],
] as const;

test("takes every flag of MassGen; an empty value means absent", () => {
  const given = Object.fromEntries(massgens.map(([name, value]) => [name.slice(2), value]));
  const known = [...flags].filter(([, { origin }]) => origin === "massgen").map(([name]) => name);
  expect(Object.keys(given).toSorted()).toEqual(known.toSorted());
  expect(parseFlags(massgens.flat())).toEqual({
    values: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "")),
    help: false,
    version: false,
    warnings: [],
  });
});

test("takes --name=value as well", () => {
  expect(parseFlags(["--log-directory=/l", "--hook-dir="]).values).toEqual({ "log-directory": "/l" });
});

test("says of what it does not support that it has no effect", () => {
  expect(parseFlags(["--hook-dir", "/h"]).warnings).toEqual([
    "--hook-dir has no effect: hooks are not supported",
  ]);
});

test.each([
  ["an unknown flag", ["--agent-name", "a"], /--agent-name/],
  ["a word of its own", ["serve"], /serve/],
  ["a flag without its value", ["--hook-dir"], /--hook-dir/],
  [
    "a number in words",
    ["--max-concurrent", "three"],
    /--max-concurrent must be a whole number above 0, not "three"/,
  ],
  ["a choice that there is not", ["--background-tools", "maybe"], /--background-tools cannot be "maybe"/],
  ["a budget that holds no reply", ["--reply-budget", "100"], /--reply-budget cannot be 100/],
  ["an amount in words", ["--max-cost", "five"], /--max-cost must be an amount above 0, not "five"/],
  ["an amount of nothing", ["--max-total-cost", "0.00"], /--max-total-cost .*"0\.00"/],
  ["a number of nothing", ["--default-timeout", "0"], /--default-timeout .*"0"/],
])("refuses %s, naming it and the remedy", (_, args, message) => {
  expect(() => parseFlags(args)).toThrow(
    expect.objectContaining({
      code: "INVALID_FLAG",
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(/\S/),
    }),
  );
});

test("the help names every flag", () => {
  for (const name of flags.keys()) expect(usage()).toContain(`--${name} `);
});

test("the README has a row for every flag", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
  const rows = readme.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const shown = rows.filter((cells) => cells[1]?.startsWith("`--")).map((cells) => cells.slice(1, 4));
  expect(shown).toEqual(
    [...flags].map(([name, { meaning, origin, unsupported }]) => [
      `\`--${name}\``,
      origin === "massgen" ? "MassGen" : "Retinue",
      unsupported === undefined ? meaning : `${meaning}; ${unsupported}`,
    ]),
  );
});
