import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { person, retinueIn } from "../retinue-in.ts";

const server = join(import.meta.dirname, "../../../subagent-server/dist/main.js");

interface Entry {
  readonly command: string | readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Each with its file beneath the home or the project, and the names that lead to its entry. */
const clients = [
  ["cursor", ".cursor/mcp.json", ".cursor/mcp.json", ["mcpServers"]],
  ["vscode", ".config/Code/User/mcp.json", ".vscode/mcp.json", ["servers"]],
  ["zed", ".config/zed/settings.json", ".zed/settings.json", ["context_servers"]],
  ["claude-desktop", ".config/Claude/claude_desktop_config.json", undefined, ["mcpServers"]],
  ["opencode", ".config/opencode/opencode.json", "opencode.json", ["mcp"]],
  ["qwen", ".qwen/settings.json", ".qwen/settings.json", ["mcpServers"]],
  ["copilot", ".copilot/mcp-config.json", undefined, ["mcpServers"]],
] as const;

function textAt(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const withoutComments = (text: string) =>
  JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, "")) as Record<string, unknown>;

describe.skipIf(process.platform !== "linux").each(clients)("%s", (name, inHome, inProject, [servers]) => {
  const entryIn = (text: string) => (withoutComments(text)[servers] as Record<string, Entry>)["retinue"];

  test("has the entry, once, which starts the server as the client would; the rest of its file stays, and all when it goes", () => {
    const somebody = person();
    const theirs = `// mine\n{\n    "theme": "dark",\n    // theirs\n    "${servers}": {\n        "other": { "command": "true" }\n    }\n}\n`;
    const kept = textAt(join(somebody.home, "dotfiles", name), theirs);
    const path = join(somebody.home, inHome);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(kept, path);
    const run = (...more: string[]) => retinueIn(somebody, ["config", name, ...more]);

    const printed = run();
    expect(printed.status).toBe(0);
    expect(run("--write")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("has the server now"),
    });
    const text = readFileSync(kept, "utf8");
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    for (const line of [
      "// mine",
      '    "theme": "dark",',
      "    // theirs",
      '        "other": { "command": "true" }',
    ])
      expect(text).toContain(line);
    const entry = entryIn(text) as Entry;
    expect(entry).toEqual(entryIn(printed.stdout));
    const [command, ...args] = [entry.command, ...(entry.args ?? [])].flat() as [string, ...string[]];
    expect(args).toContain(server);
    // What a desktop gives a program is no shell's.
    const started = spawnSync(command, [...args, "--version"], {
      env: { PATH: "/nowhere", ...entry.env },
      cwd: "/",
    });
    expect(started.status).toBe(0);
    expect(run("--write").stdout).toContain("has the server already");
    expect(readFileSync(kept, "utf8")).toBe(text);

    expect(run("--remove")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("no retinue any more"),
    });
    expect(readFileSync(kept, "utf8").replaceAll(/\s/g, "")).toBe(theirs.replaceAll(/\s/g, ""));
    expect(run("--remove").stdout).toContain("no retinue anyway");
  });

  test("a file that is none of JSON is left alone, with the line", () => {
    const somebody = person();
    const path = textAt(join(somebody.home, inHome), '{\n  "a": 1,\n  oops\n');
    const { status, stderr } = retinueIn(somebody, ["config", name, "--write"]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/is not a JSON object: line 3\. Nothing was changed in it/);
    expect(readFileSync(path, "utf8")).toBe('{\n  "a": 1,\n  oops\n');
  });

  test.skipIf(inProject === undefined)("for one project nothing of this machine's PATH is written", () => {
    const somebody = person();
    expect(retinueIn(somebody, ["config", name, "--write", "--scope", "project"]).status).toBe(0);
    const text = readFileSync(join(somebody.work, inProject ?? ""), "utf8");
    expect(entryIn(text)).toBeDefined();
    expect(text).not.toContain("PATH");
  });
});

describe.skipIf(process.platform !== "linux")("retinue config --all", () => {
  test("serves each client that is there and no other; one that cannot be served keeps none back", () => {
    const somebody = person();
    expect(retinueIn(somebody, ["config", "--all"]).stdout).toBe("No client was found on this machine.\n");
    textAt(join(somebody.home, ".cursor/mcp.json"), "oops");
    mkdirSync(join(somebody.home, ".config/zed"), { recursive: true });
    const { status, stdout, stderr } = retinueIn(somebody, ["config", "--all", "--write"]);
    expect(status).toBe(2);
    expect(stdout).toMatch(/^Zed has the server now/m);
    expect(stdout).not.toMatch(/Cursor|opencode|VS Code/);
    expect(stderr).toContain("mcp.json is not a JSON object");
    expect(retinueIn(somebody, ["config", "--all", "--remove"]).stdout).toMatch(
      /^Zed has no retinue any more/m,
    );
  });

  test("a client or --all has to be said", () => {
    expect(retinueIn(person(), ["config"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("Clients: claude-code, codex"),
    });
  });
});

test("says what has to be done before the first spawn: somebody has to run the tasks, and the tool be allowed", () => {
  const somebody = person();
  const left = retinueIn(somebody, ["config", "cursor", "--write"]);
  expect(left.stdout).toMatch(
    /Cursor has the server now[^]*Allow the tool[^]*Still to do: nothing here can run a task yet/,
  );
  const done = retinueIn(somebody, ["config", "opencode", "--write"], { OPENAI_API_KEY: "x" });
  expect(done.stdout).toMatch(/^opencode can spawn subagents now/);
  expect(done.stdout).not.toContain("Still to do");
});

test("a Node that is too old is not written into an entry: the server is started as the entry says", () => {
  const somebody = person();
  const old = "#!/bin/sh\necho 'retinue-mcp: needs Node 22.22 or newer, and this is 20.20.2' >&2\nexit 2\n";
  const copy = join(somebody.home, "node_modules/retinue/dist");
  writeFileSync(join(somebody.bin, "npx"), old, { mode: 0o755 });
  mkdirSync(dirname(copy), { recursive: true });
  spawnSync("cp", ["-r", join(import.meta.dirname, "../../dist"), copy]);
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(copy, "main.js"), "config", "cursor", "--write"],
    {
      cwd: somebody.work,
      env: somebody.environment,
      encoding: "utf8",
    },
  );
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /does not start \(npx -y retinue-mcp[^]*needs Node 22\.22 or newer[^]*Nothing was added/,
  );
});
