import { expect, test } from "vitest";
import {
  childConfig,
  fitRole,
  resolveTeam,
  type Need,
  type ParentAgent,
  type RoleFitInput,
} from "../../src/index.ts";

const input = { subagentId: "s", workspace: "/w", contextPaths: [], refine: true };

interface Case extends Partial<Omit<RoleFitInput, "needs">> {
  readonly backends: readonly ParentAgent["backend"][];
}

/** What a child for these needs gives of them: yes, no, or why it is not known. */
function fitted(
  needs: readonly Need[],
  { backends, engine = "retinue-child", mode = "inherited", isSandboxed }: Case,
) {
  const team = resolveTeam({ agents: backends.map((backend, index) => ({ id: `a${index + 1}`, backend })) });
  const config = childConfig({ ...input, team, needs, engine });
  const found = fitRole(config, { needs, mode, engine, isSandboxed });
  return Object.fromEntries(found.map(({ need, isMet, why }) => [need, isMet ?? why]));
}

const all: readonly Need[] = ["read", "write", "shell", "web"];
const files = { read: true, write: true };

test.each<[string, Case, object]>([
  [
    "a model with a search",
    { backends: [{ type: "claude", model: "m" }] },
    { ...files, shell: false, web: true },
  ],
  [
    "a server without",
    { backends: [{ type: "chatcompletion", model: "m" }] },
    { ...files, shell: false, web: false },
  ],
  [
    "a program of the user's",
    { backends: [{ type: "command", command: ["x"] }] },
    { ...files, shell: true, web: true },
  ],
  [
    "Claude Code by its tools",
    { backends: [{ type: "claude_code", allowed_tools: ["Read", "Bash(git *)"] }] },
    { read: true, write: false, shell: true, web: true },
  ],
  [
    "a search that was switched off",
    { backends: [{ type: "codex", enable_web_search: false }] },
    { ...files, shell: true, web: false },
  ],
  [
    "a model in a sandbox",
    { backends: [{ type: "chatcompletion", model: "m" }, { type: "gemini_cli" }], isSandboxed: true },
    { ...files, shell: true, web: false },
  ],
  [
    "Claude Code in a sandbox",
    { backends: [{ type: "claude_code" }], isSandboxed: true },
    { ...files, shell: true, web: true },
  ],
  [
    "Claude Code in a sandbox, by its tools",
    { backends: [{ type: "claude_code", allowed_tools: ["Read", "Write"] }], isSandboxed: true },
    { ...files, shell: false, web: true },
  ],
  [
    "MassGen's in a sandbox",
    { backends: [{ type: "grok", model: "m" }], engine: "massgen", isSandboxed: true },
    { ...files, shell: false, web: true },
  ],
  [
    "all of a team",
    { backends: [{ type: "codex" }, { type: "gemini_cli" }] },
    { ...files, shell: false, web: true },
  ],
  [
    "a host's container",
    { backends: [{ type: "codex" }], mode: "delegated" },
    { ...files, shell: true, web: false },
  ],
  [
    "MassGen's tool for commands",
    { backends: [{ type: "grok", model: "m", enable_mcp_command_line: true }], engine: "massgen" },
    { ...files, shell: true, web: true },
  ],
  [
    "MassGen's of a type that is not in the table",
    { backends: [{ type: "novel" }], engine: "massgen" },
    Object.fromEntries(all.map((need) => [need, "it is not known whether a1 (novel) has it"])),
  ],
])("holds needs against %s", (_what, team, met) => {
  expect(fitted(all, team)).toEqual(met);
});

test("says who has none, and who would have", () => {
  const agents = [
    { id: "a1", backend: { type: "gemini_cli" } },
    { id: "a2", backend: { type: "codex" } },
  ];
  const config = { agents, orchestrator: {} };
  const question = { needs: ["shell"], engine: "retinue-child", mode: "isolated" } as const;
  expect(fitRole(config, question)).toEqual([
    {
      need: "shell",
      isMet: false,
      why: "a1 (gemini_cli) has none",
      remedy:
        "Teams that give it: command, claude_code with Bash in allowed_tools, codex. In a sandbox that holds any team gives it: subagent_sandbox: required; retinue doctor tries one.",
    },
  ]);
});

test("a role that does not ask for the web gets no search, and the configuration's own stays", () => {
  const team = resolveTeam({ agents: [{ id: "a1", backend: { type: "codex" } }], spawningAgentId: "a1" });
  const searchOf = (more: object) =>
    childConfig({ ...input, team, ...more }).agents[0]?.backend["enable_web_search"];
  expect(searchOf({ needs: ["read"] })).toBeUndefined();
  expect(searchOf({ needs: ["web"] })).toBe(true);
  const off = { subagent_orchestrator: { enable_web_search: false } };
  expect(searchOf({ needs: ["web"], coordination: off })).toBe(false);
});
