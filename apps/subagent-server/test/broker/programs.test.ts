import { filesWith, installedProgram, type ProgramName } from "@retinue/testkit";
import { dirname } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { ask, brokeredParent, canary } from "./brokered-parent.ts";

vi.setConfig({ testTimeout: 120_000 });

const usage = { inputTokens: 1000, outputTokens: 200 };

interface Program {
  readonly name: ProgramName;
  readonly backend: { readonly type: string; readonly agent?: string; readonly model: string };
  readonly key: string;
  /** Variable that would lead it elsewhere. */
  readonly baseUrl: string;
  /** What its server's address ends with. */
  readonly version: "" | "/v1";
}

const anthropic = { key: "ANTHROPIC_API_KEY", baseUrl: "ANTHROPIC_BASE_URL" } as const;
const openai = { key: "OPENAI_API_KEY", baseUrl: "OPENAI_BASE_URL", version: "/v1" } as const;
const google = { key: "GEMINI_API_KEY", baseUrl: "GOOGLE_GEMINI_BASE_URL", version: "" } as const;
const acp = (agent: string, model: string) => ({ type: "acp", agent, model });

const programs: readonly Program[] = [
  {
    ...anthropic,
    name: "claude",
    backend: { type: "claude_code", model: "claude-haiku-4-5" },
    version: "",
  },
  { ...openai, name: "codex", backend: { type: "codex", model: "gpt-5-mini" }, key: "CODEX_API_KEY" },
  { ...google, name: "gemini", backend: { type: "gemini_cli", model: "gemini-2.5-flash" } },
  {
    ...anthropic,
    name: "claude-agent-acp",
    backend: acp("claude-agent-acp", "claude-haiku-4-5"),
    version: "",
  },
  { ...openai, name: "codex-acp", backend: acp("codex-acp", "gpt-5-mini"), key: "CODEX_API_KEY" },
  { ...google, name: "gemini", backend: acp("gemini", "gemini-2.5-flash") },
  {
    ...anthropic,
    name: "opencode",
    backend: acp("opencode", "anthropic/claude-haiku-4-5"),
    version: "/v1",
  },
  { ...openai, name: "opencode", backend: acp("opencode", "openai/gpt-5-mini") },
  { ...openai, name: "qwen", backend: acp("qwen", "qwen3-coder") },
  {
    ...openai,
    name: "copilot",
    backend: acp("copilot", "gpt-5-mini"),
    key: "COPILOT_PROVIDER_API_KEY",
    baseUrl: "COPILOT_PROVIDER_BASE_URL",
  },
];

describe.each(
  programs.map(
    (program) =>
      [`${program.backend.type} ${program.backend.agent ?? ""} ${program.backend.model}`, program] as const,
  ),
)("%s", (_name, { name, backend, key, baseUrl, version }) => {
  const { path, missing } = installedProgram(name);
  test.skipIf(missing !== undefined).each(["required", "off"])(
    `answers through the broker and has no key, subagent_sandbox: %s${missing === undefined ? "" : ` (skipped: ${missing})`}`,
    async (sandbox) => {
      const env = { PATH: `${dirname(path)}:${process.env["PATH"]}`, [key]: canary };
      const parent = await brokeredParent(
        // Some ask for a title beside it.
        { respond: () => ({ text: "It is forty-two.", usage }) },
        (url) => ({ ...backend, base_url: `${url}${version}` }),
        { env: { ...env, [baseUrl]: "" }, coordination: { subagent_sandbox: sandbox } },
      );
      const { results } = await ask(parent.serve(), "spawn_subagents", {
        tasks: [{ task: "Say what needle-4711 is.", subagent_id: "one" }],
        refine: false,
      });
      expect(results).toMatchObject([
        { status: "completed", answer: "It is forty-two.", budget: { held_by: "broker" } },
      ]);
      expect(JSON.stringify(parent.vendor.requests.map(({ headers }) => headers))).toContain(canary);
      expect(filesWith(canary, [parent.workspace])).toEqual([]);
    },
  );
});

test.each([
  [acp("vibe-acp", "devstral"), "type acp, vibe-acp"],
  [acp("opencode", "openrouter/some-1"), 'type acp, opencode with model "openrouter/some-1"'],
  [{ type: "acp", command: ["my-agent"] }, "type acp with a command of its own"],
])("%s is refused by name: nobody knows how it would be led there", async (backend, words) => {
  const parent = await brokeredParent({ respond: () => ({ text: "Never." }) }, () => backend, {
    env: { MISTRAL_API_KEY: canary, OPENROUTER_API_KEY: canary },
  });
  const refused = JSON.stringify(
    await ask(parent.serve(), "spawn_subagents", { tasks: [{ task: "Say it." }] }),
  );
  expect(refused).toContain(
    `has a backend of ${JSON.stringify(words).slice(1, -1)}, which cannot be led to a broker`,
  );
  expect(refused).toMatch(
    /Use agents of type command, .*acp \(agent claude-agent-acp, .*subagent_broker: false/,
  );
  expect(parent.vendor.requests).toEqual([]);
});
