import { isInsideContainer } from "@retinue/runtime";
import { installedProgram, verifies } from "@retinue/testkit";
import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { person, retinueIn } from "../retinue-in.ts";

const server = join(import.meta.dirname, "../../../subagent-server/dist/main.js");
/** Milliseconds: longer than any run. */
const noLimit = 2 ** 31 - 1;

const fileOf = (home: string, ...path: string[]) => readFileSync(join(home, ...path), "utf8");
const json = (text: string) => JSON.parse(text) as Record<string, Record<string, Record<string, unknown>>>;

describe("without --write the entry is printed, and nothing is touched", () => {
  test.each([
    [
      "claude-code",
      /^claude mcp add-json --scope user retinue '\{.*"timeout":2147483647,"alwaysLoad":true\}'\n$/,
    ],
    [
      "codex",
      /^\[mcp_servers\.retinue\]\n[^]*startup_timeout_sec = 60\ntool_timeout_sec = 360\nrequired = true\nenv_vars = /,
    ],
    ["gemini", /^\{\n {2}"mcpServers": \{[^]*"timeout": 2147483647,?\n/],
  ])("%s", (client, form) => {
    const somebody = person();
    const { status, stdout } = retinueIn(somebody, ["config", client]);
    expect(status).toBe(0);
    expect(stdout).toMatch(form);
    expect(stdout).toContain(JSON.stringify(server));
    expect(lstatSync(somebody.home).isDirectory()).toBe(true);
  });
});

test("limits follow the configuration that is named, and flags come last", () => {
  const somebody = person();
  const path = join(somebody.work, "team.yaml");
  writeFileSync(
    path,
    "agents: [{id: a, backend: {type: codex}}]\norchestrator: {coordination: {subagent_default_timeout: 500}}\n",
  );
  const { stdout } = retinueIn(somebody, [
    "config",
    "codex",
    "--config",
    "team.yaml",
    "--",
    "--max-concurrent",
    "2",
  ]);
  expect(stdout).toContain("tool_timeout_sec = 560\n");
  expect(stdout).toContain(`"--config",${JSON.stringify(path)}`);
  expect(stdout).toMatch(/"--max-concurrent","2"\]\n/);
});

test(`on a host an entry starts runs directly, where its flags were made for a parent in a container ${verifies("ENTRY-HOST-REWRITE")}`, () => {
  const { stdout } = retinueIn(person(), ["config", "codex", "--", "--runtime-mode", "delegated"]);
  expect(stdout).toContain(`"--runtime-mode","${isInsideContainer() ? "delegated" : "isolated"}"]`);
});

test("variables that the client would keep from the server are named, without their values: keys though they are not set yet, others that are", () => {
  const keys = { GEMINI_API_KEY: "a-secret", CODEX_HOME: "/elsewhere", UNRELATED_API_KEY: "x" };
  const codex = retinueIn(person(), ["config", "codex"], keys).stdout;
  const vendors = ["CODEX", "OPENAI", "ANTHROPIC", "GEMINI", "GOOGLE", "MISTRAL", "COPILOT_PROVIDER"];
  const keysOf = vendors.map((vendor) => `${vendor}_API_KEY`);
  const named = /^env_vars = (\[.*\])$/m.exec(codex)?.[1] ?? "[]";
  const names = [...keysOf, "CLAUDE_CODE_API_KEY", "CODEX_HOME"].toSorted();
  expect((JSON.parse(named) as string[]).toSorted()).toEqual(names);
  const gemini = retinueIn(person(), ["config", "gemini"], keys).stdout;
  expect(json(gemini)["mcpServers"]?.["retinue"]?.["env"]).toEqual(
    Object.fromEntries(names.map((name) => [name, `\${${name}:-}`])),
  );
  expect(codex + gemini).not.toContain("a-secret");
});

test.each([
  ["claude-code", ["--write", "--", "--agents", "x"], /does not start.*Unknown option '--agents'/],
  ["claude-code", ["--trust"], /--allowedTools mcp__retinue__spawn_subagents/],
  ["codex", ["--scope", "project"], /--scope user/],
  ["gemini", ["--scope", "local"], /--scope user or --scope project/],
  ["codex", ["--write"], /npm install -g @openai\/codex/],
])("%s %s is refused with the remedy", (client, args, remedy) => {
  const { status, stdout, stderr } = retinueIn(person(), ["config", client, ...args]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(remedy);
});

const claude = installedProgram("claude");
test.skipIf(claude.missing)(
  `Claude Code has the entry, once; a differing one is replaced ${claude.missing ?? ""}`,
  () => {
    const somebody = person("claude");
    const { home } = somebody;
    writeFileSync(
      join(home, ".claude.json"),
      JSON.stringify({ mcpServers: { other: { command: "true" } }, mine: 1 }),
    );
    const write = (...more: string[]) => retinueIn(somebody, ["config", "claude-code", "--write", ...more]);
    const first = write();
    expect(first).toMatchObject({ status: 0, stdout: expect.stringContaining("has the server now") });
    const added = json(fileOf(home, ".claude.json"));
    expect(added).toMatchObject({ mine: 1, mcpServers: { other: { command: "true" } } });
    expect(added["mcpServers"]?.["retinue"]).toMatchObject({
      args: expect.arrayContaining([server]),
      timeout: noLimit,
    });
    expect(write().stdout).toContain("has the server already");
    expect(json(fileOf(home, ".claude.json"))).toEqual(added);

    expect(write("--", "--max-concurrent", "2").stdout).toContain("has the server now");
    expect(json(fileOf(home, ".claude.json"))["mcpServers"]?.["retinue"]?.["args"]).toContain("2");
    expect(write("--scope", "project")).toMatchObject({ status: 0 });
    expect(json(fileOf(somebody.work, ".mcp.json"))["mcpServers"]).toHaveProperty("retinue");
    expect(retinueIn(somebody, ["config", "claude-code", "--remove"]).stdout).toContain(
      "no retinue any more",
    );
    expect(json(fileOf(home, ".claude.json"))["mcpServers"]).toEqual({ other: { command: "true" } });
    expect(retinueIn(somebody, ["config", "claude-code", "--remove"]).stdout).toContain("no retinue anyway");
  },
  240_000,
);

const codex = installedProgram("codex");
test.skipIf(codex.missing)(
  `Codex has the entry with its limits, once, and the rest of its file stays ${codex.missing ?? ""}`,
  () => {
    const somebody = person("codex");
    const { home, bin, environment } = somebody;
    // Kept elsewhere, as many keep such files.
    mkdirSync(join(home, ".codex"));
    const theirs = '# my settings\nmodel = "m" # the good one\n\n[mcp_servers.other]\ncommand = "true"\n';
    writeFileSync(join(home, "dotfile.toml"), theirs, { mode: 0o600 });
    symlinkSync(join(home, "dotfile.toml"), join(home, ".codex/config.toml"));
    const write = (...more: string[]) =>
      retinueIn(somebody, ["config", "codex", "--write", "--trust", ...more]);
    expect(write()).toMatchObject({ status: 0, stdout: expect.stringContaining("has the server now") });
    const text = fileOf(home, "dotfile.toml");
    for (const line of theirs.split("\n")) expect(text.split("\n")).toContain(line);
    expect(lstatSync(join(home, "dotfile.toml")).mode & 0o777).toBe(0o600);
    expect(text).toContain('default_tools_approval_mode = "approve"\n');
    const get = spawnSync(join(bin, "codex"), ["mcp", "get", "retinue", "--json"], {
      env: environment,
      encoding: "utf8",
    });
    expect(JSON.parse(get.stdout)).toMatchObject({
      transport: { args: expect.arrayContaining([server]) },
      startup_timeout_sec: 60,
      tool_timeout_sec: 360,
    });
    expect(write().stdout).toContain("has the server already");
    expect(fileOf(home, "dotfile.toml")).toBe(text);
    expect(write("--", "--max-concurrent", "2").stdout).toContain("has the server now");
    expect(fileOf(home, "dotfile.toml").match(/tool_timeout_sec/g)).toHaveLength(1);
    expect(retinueIn(somebody, ["config", "codex", "--remove"]).stdout).toContain("no retinue any more");
    expect(fileOf(home, "dotfile.toml")).not.toContain("retinue");
    for (const line of theirs.split("\n")) expect(fileOf(home, "dotfile.toml").split("\n")).toContain(line);
    expect(retinueIn(somebody, ["config", "codex", "--remove"]).stdout).toContain("no retinue anyway");
  },
  240_000,
);

const gemini = installedProgram("gemini");
test.skipIf(gemini.missing)(
  `Gemini CLI has the entry, once, and its comments stay ${gemini.missing ?? ""}`,
  () => {
    const somebody = person("gemini");
    const { home } = somebody;
    mkdirSync(join(home, ".gemini"));
    const theirs = '{\n  // my settings\n  "mcpServers": { "other": { "command": "true" } }\n}\n';
    writeFileSync(join(home, ".gemini/settings.json"), theirs);
    const write = () => retinueIn(somebody, ["config", "gemini", "--write", "--trust"]);
    expect(write()).toMatchObject({ status: 0, stdout: expect.stringContaining("has the server now") });
    const text = fileOf(home, ".gemini/settings.json");
    expect(text).toContain("// my settings");
    expect(json(text.replace("// my settings", ""))["mcpServers"]).toMatchObject({
      other: { command: "true" },
      retinue: { args: expect.arrayContaining([server]), timeout: noLimit, trust: true },
    });
    expect(write().stdout).toContain("has the server already");
    expect(fileOf(home, ".gemini/settings.json")).toBe(text);
    expect(retinueIn(somebody, ["config", "gemini", "--remove"]).stdout).toContain("no retinue any more");
    const left = fileOf(home, ".gemini/settings.json");
    expect(left).toContain("// my settings");
    expect(json(left.replace("// my settings", ""))["mcpServers"]).toEqual({ other: { command: "true" } });
    expect(retinueIn(somebody, ["config", "gemini", "--remove"]).stdout).toContain("no retinue anyway");
  },
  240_000,
);
