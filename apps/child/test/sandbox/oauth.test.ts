import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { backendOf, noAgents, parent, skipped, vendorApi } from "../cli-agents/cli-parent.ts";

const year = 365 * 24 * 3600 * 1000;

test.skipIf(noAgents !== undefined)(
  `Claude Code works in the sandbox by its OAuth login, of which nothing stays in the logs${skipped}`,
  { timeout: 240_000 },
  async () => {
    const home = mkdtempSync("/var/tmp/retinue-home-");
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    mkdirSync(join(home, ".claude"));
    const token = "sk-ant-oat01-test-token";
    const login = {
      accessToken: token,
      refreshToken: "sk-ant-ort01-test-token",
      expiresAt: Date.now() + year,
      scopes: ["user:inference", "user:profile"],
      subscriptionType: "max",
    };
    const credentials = join(home, ".claude/.credentials.json");
    writeFileSync(credentials, JSON.stringify({ claudeAiOauth: login }), { mode: 0o600 });
    const account = { accountUuid: "1", emailAddress: "me@localhost", organizationUuid: "2" };
    const own = { type: "stdio", command: "own-server", env: { KEY: "a secret" } };
    const settings = { oauthAccount: account, mcpServers: { own }, hasCompletedOnboarding: true };
    writeFileSync(join(home, ".claude.json"), JSON.stringify(settings));
    const seen: (string | string[] | undefined)[] = [];
    const api = await vendorApi({
      respond: ({ headers }) => {
        seen.push(headers["authorization"]);
        return { text: "It is done." };
      },
    });
    const solo = { id: "solo", backend: backendOf("claude", api) };
    const manager = parent({ agents: [solo], home, sandbox: "required", environment: {} });
    const spawned = await manager.spawn({ task: "Do it.", subagent_id: "scout" }, { refine: false });
    const result = await spawned.result;
    expect(result).toMatchObject({
      status: "completed",
      answer: "It is done.",
      policy: { boundary: "bubblewrap" },
    });
    expect(new Set(seen)).toEqual(new Set([`Bearer ${token}`]));
    expect(JSON.parse(readFileSync(credentials, "utf8"))).toEqual({ claudeAiOauth: login });
    const log = result.log_path ?? "";
    const kept = readdirSync(log, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = kept.map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
    expect(texts.filter((text) => text.includes(token) || text.includes("a secret"))).toEqual([]);
    expect(readdirSync(join(log, "sandbox/claude_code"))).toContain("projects");
  },
);
