import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { detectMachine, detectTeamOf } from "../../src/index.ts";

const retinueChild = join(import.meta.dirname, "detect-acp.test.ts");

/** A home, and a PATH on which these programs are: none of them is to be asked anything. */
function machine(...names: readonly string[]) {
  const home = temporaryDirectory();
  const bin = join(home, "bin");
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  for (const name of names)
    writeFileSync(join(bin, name), '#!/bin/sh\n[ "$1" = --version ] && echo 1.2.3 || exit 9\n', {
      mode: 0o755,
    });
  return { home, environment: { HOME: home, PATH: `${bin}:/usr/bin:/bin` } };
}

const put = (home: string, path: string, text: string) => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
};

interface Login {
  readonly agent: string;
  readonly file?: readonly [path: string, text: string];
  readonly variables?: Readonly<Record<string, string>>;
}

const logins: readonly Login[] = [
  { agent: "opencode", file: [".local/share/opencode/auth.json", '{"anthropic": {"type": "api"}}'] },
  { agent: "opencode", variables: { OPENCODE_API_KEY: "secret" } },
  { agent: "qwen", file: [".qwen/oauth_creds.json", "{}"] },
  {
    agent: "qwen",
    variables: { OPENAI_API_KEY: "secret", OPENAI_BASE_URL: "http://x.test", OPENAI_MODEL: "m" },
  },
  { agent: "copilot", file: [".copilot/config.json", '{"logged_in_users": [{"login": "me"}]}'] },
  { agent: "copilot", variables: { COPILOT_GITHUB_TOKEN: "secret" } },
  { agent: "vibe-acp", file: [".vibe/.env", "MISTRAL_API_KEY='secret'"] },
  { agent: "vibe-acp", variables: { MISTRAL_API_KEY: "secret" } },
  { agent: "claude-agent-acp", file: [".claude/.credentials.json", "{}"] },
  { agent: "codex-acp", file: [".codex/auth.json", "{}"] },
];

test.each(logins)(
  "$agent, installed and logged in ($file$variables), is the team",
  async ({ agent, file, variables }) => {
    const { home, environment } = machine(agent);
    const out = await detectMachine({ environment, retinueChild });
    expect(out.agents.at(-1)).toMatchObject({
      type: "acp",
      agent,
      ok: false,
      found: `${agent} 1.2.3, not logged in`,
    });
    if (file !== undefined) put(home, ...file);
    const { agents, team } = await detectMachine({
      environment: { ...environment, ...variables },
      retinueChild,
    });
    expect(agents.at(-1)).toMatchObject({ agent, ok: true });
    expect(team.agents).toEqual([{ id: agent, backend: { type: "acp", agent } }]);
    expect(JSON.stringify({ agents, team })).not.toContain("secret");
  },
);

test("of those that speak ACP only what is installed is told of; a key of another vendor is no login of opencode's", async () => {
  const none = machine();
  const { agents } = await detectMachine({ environment: none.environment, retinueChild });
  expect(agents.map(({ type }) => type)).toEqual(["claude_code", "codex", "gemini_cli"]);
  const { environment } = machine("opencode");
  const found = await detectMachine({
    environment: { ...environment, ANTHROPIC_API_KEY: "secret" },
    retinueChild,
  });
  expect(found.agents.at(-1)).toMatchObject({ agent: "opencode", ok: false, remedy: "opencode auth login" });
});

test("a team is named by their programs; one that is not installed says how it is", async () => {
  const { environment } = machine("opencode", "vibe-acp");
  const given = { ...environment, OPENCODE_API_KEY: "k", MISTRAL_API_KEY: "k" };
  expect(await detectTeamOf(given, ["opencode", "vibe-acp", "opencode"])).toMatchObject({
    agents: [
      { id: "opencode", backend: { type: "acp", agent: "opencode" } },
      { id: "vibe-acp", backend: { type: "acp", agent: "vibe-acp" } },
      { id: "opencode2", backend: { type: "acp", agent: "opencode" } },
    ],
  });
  expect(await detectTeamOf(given, ["copilot"])).toMatchObject({
    agents: undefined,
    remedy: "npm install -g @github/copilot",
  });
});
