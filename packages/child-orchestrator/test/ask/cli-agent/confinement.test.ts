import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { VendorToolCall } from "@retinue/testkit/vendor-api";
import { describe, expect, test } from "vitest";
import {
  cliPlace,
  cliTypes,
  noAgents,
  realPrograms,
  settingsFor,
  skipped,
  vendorApi,
  type CliType,
} from "./cli-request.ts";

/** The call by which a model writes a file. */
function write(type: CliType, path: string): VendorToolCall {
  if (type === "codex") return { name: "exec_command", arguments: { cmd: `echo written > '${path}'` } };
  const name = type === "claude_code" ? "Write" : "write_file";
  return { name, arguments: { file_path: path, content: "written" } };
}

/** The call by which a model reads one. */
function read(type: CliType, path: string): VendorToolCall {
  if (type === "codex") return { name: "exec_command", arguments: { cmd: `cat '${path}'` } };
  return { name: type === "claude_code" ? "Read" : "read_file", arguments: { file_path: path } };
}

/** In each program's own configuration: an MCP server, which must not be started for an agent. */
function configureServer(home: string, marker: string): void {
  const server = { command: "sh", args: ["-c", `touch ${marker}; cat`] };
  mkdirSync(join(home, ".codex"));
  writeFileSync(
    join(home, ".codex/config.toml"),
    `[mcp_servers.mine]\ncommand = "sh"\nargs = ${JSON.stringify(server.args)}\n`,
  );
  writeFileSync(join(home, ".claude.json"), JSON.stringify({ mcpServers: { mine: server } }));
  const settings = join(home, ".gemini/settings.json");
  const before = JSON.parse(readFileSync(settings, "utf8")) as object;
  writeFileSync(settings, JSON.stringify({ ...before, mcpServers: { mine: server } }));
}

describe.skipIf(noAgents !== undefined)(`what command-line agents may do${skipped}`, () => {
  test.for(cliTypes)(
    "%s writes in its workspace only, and reads the context",
    { timeout: 400_000 },
    async (type) => {
      const { home, workspace, context, ask } = cliPlace(realPrograms);
      const marker = join(home, "server-started");
      configureServer(home, marker);
      writeFileSync(join(context, "given.txt"), "what was given");
      const calls = [
        read(type, join(context, "given.txt")),
        write(type, join(context, "spoilt.txt")),
        write(type, join(workspace, "../home/spoilt.txt")),
        write(type, join(workspace, ".gemini/settings.json")),
        write(type, join(workspace, "made.txt")),
      ];
      const api = await vendorApi({
        steps: [
          ...calls.map((call) => ({ reply: { text: "I try this.", toolCalls: [call] } })),
          { reply: { text: "Done." } },
        ],
      });
      const reply = await ask(type, settingsFor(type, api));
      expect(reply).toMatchObject({ text: "Done." });
      expect(reply.failure).toBeUndefined();
      expect(api.requests[1]?.messages.filter(({ role }) => role === "tool").at(-1)?.text).toContain(
        "what was given",
      );
      expect(readFileSync(join(workspace, "made.txt"), "utf8").trim()).toBe("written");
      // The last is what Gemini CLI would take for its settings at the next start.
      const settings = type === "gemini_cli" ? [join(workspace, ".gemini/settings.json")] : [];
      const spoilt = [join(context, "spoilt.txt"), join(home, "spoilt.txt"), marker, ...settings];
      expect(spoilt.filter((path) => existsSync(path))).toEqual([]);
    },
  );

  test(
    "claude_code reads nothing for an @path in its prompt, and takes no slash for a command",
    { timeout: 400_000 },
    async () => {
      const { workspace, context, ask } = cliPlace(realPrograms);
      for (const directory of [workspace, context])
        writeFileSync(join(directory, "secret.txt"), "hidden words");
      const api = await vendorApi({ steps: [{ reply: { text: "Done." } }] });
      const prompt = `/compact @secret.txt\n> @${context}/secret.txt\n`;
      expect(await ask("claude_code", settingsFor("claude_code", api), { prompt })).toMatchObject({
        text: "Done.",
      });
      expect(api.requests[0]?.text).toContain(prompt);
      expect(api.requests[0]?.text).not.toContain("hidden words");
    },
  );

  test(
    "claude_code reads nothing that is hidden, and all that is its own",
    { timeout: 400_000 },
    async () => {
      const { context, ask } = cliPlace(realPrograms);
      const subagents = join(context, "subagents");
      const [workspace, handed, other] = ["me/workspace/agent_1", "handed/workspace", "other"].map((path) =>
        join(subagents, path),
      ) as [string, string, string];
      const secret = "what another keeps to itself";
      for (const directory of [workspace, handed, other, join(context, "src")]) {
        mkdirSync(directory, { recursive: true });
        writeFileSync(join(directory, "a.txt"), secret);
      }
      writeFileSync(join(subagents, "handed/run.json"), secret);
      writeFileSync(join(context, "src/subagent_config_me.yaml"), secret);
      writeFileSync(join(context, "a.txt"), secret);
      const seen = [
        join(workspace, "a.txt"),
        join(handed, "a.txt"),
        join(context, "a.txt"),
        join(context, "src/a.txt"),
      ];
      const hidden = [
        join(other, "a.txt"),
        join(subagents, "handed/run.json"),
        join(context, "src/subagent_config_me.yaml"),
      ];
      const find = (path: string) => ({
        name: "Grep",
        arguments: { pattern: "what another", path, output_mode: "content" },
      });
      const calls = [
        ...[...seen, ...hidden].map((path) => read("claude_code", path)),
        find(join(context, "src")),
        find(context),
        find(other),
      ];
      const api = await vendorApi({
        steps: [
          ...calls.map((call) => ({ reply: { text: "I try this.", toolCalls: [call] } })),
          { reply: { text: "Done." } },
        ],
      });
      const reply = await ask("claude_code", settingsFor("claude_code", api), {
        workspace,
        contextPaths: [context, handed],
        hiddenPaths: [subagents],
      });
      expect(reply).toMatchObject({ text: "Done." });
      const results = calls.map(
        (_, index) =>
          api.requests[index + 1]?.messages.filter(({ role }) => role === "tool").at(-1)?.text ?? "",
      );
      expect(results.slice(0, seen.length + hidden.length).map((text) => text.includes(secret))).toEqual([
        ...seen.map(() => true),
        ...hidden.map(() => false),
      ]);
      const [inside, ...around] = results.slice(-3);
      expect(inside).toContain("src/a.txt:1:what another keeps to itself");
      expect(inside).not.toContain("subagent_config");
      for (const text of around) expect(text).not.toContain(secret);
    },
  );

  test("claude_code gets the tools that are named", { timeout: 400_000 }, async () => {
    const { ask } = cliPlace(realPrograms);
    const api = await vendorApi({ steps: [{ reply: { text: "Done." } }] });
    const backend = {
      ...settingsFor("claude_code", api),
      allowed_tools: ["Read", "Bash(ls *)"],
      permission_mode: "plan",
    };
    const reply = await ask("claude_code", backend);
    expect(api.requests[0]?.tools.map(({ name }) => name)).toEqual(["Bash", "Read"]);
    expect(reply.problems).toEqual(["without effect on claude: permission_mode"]);
  });
});

describe.skipIf(noAgents !== undefined)(`sessions of command-line agents${skipped}`, () => {
  test.for(cliTypes)("%s begins a new one where the kept one is gone", { timeout: 400_000 }, async (type) => {
    const { ask } = cliPlace(realPrograms);
    const api = await vendorApi({ steps: [{ reply: { text: "Anew." } }] });
    const program = { claude_code: "claude", codex: "codex", gemini_cli: "gemini" }[type];
    const kept: unknown[] = [];
    const reply = await ask(type, settingsFor(type, api), {
      session: { program, id: "01a20113-135f-74d3-ac3d-faae92eb2899" },
      keepSession: (session) => kept.push(session),
    });
    expect(reply).toMatchObject({
      text: "Anew.",
      problems: ["its earlier session is gone: it began a new one"],
    });
    expect(kept.at(-1)).toMatchObject({ program, id: expect.not.stringContaining("01a20113-135f") });
  });
});
