import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions } from "../manage/workspace.ts";

const claude = {
  id: "solo",
  backend: { type: "claude_code", model: "m", base_url: "http://127.0.0.1:9999" },
};
const login = (token: string) => JSON.stringify({ claudeAiOauth: { accessToken: token } });

/** A user who is logged in to Claude Code by OAuth, and whose other settings are nobody's business. */
function loggedIn() {
  const options = scriptedOptions();
  const home = join(options.workspace, "../home");
  mkdirSync(join(home, ".claude"), { recursive: true });
  writeFileSync(join(home, ".claude/.credentials.json"), login("first"), { mode: 0o600 });
  const settings = { oauthAccount: { name: "me" }, mcpServers: { own: { env: { KEY: "a secret" } } } };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(settings));
  const manager = managerOf({
    ...options,
    agents: [claude],
    sandbox: "required",
    environment: { ...options.environment, HOME: home },
  });
  const credentials = () => readFileSync(join(home, ".claude/.credentials.json"), "utf8");
  return { home, manager, credentials };
}

const renew = (text: string) =>
  `cd ~/.claude && printf '%s' '${text}' > .credentials.tmp && mv .credentials.tmp .credentials.json`;

test("a program renews its login by renaming: it is put back, and none is left in the logs", async () => {
  const { home, manager, credentials } = loggedIn();
  const shell = `cat ~/.claude/.credentials.json > seen; cat "$CLAUDE_CONFIG_DIR/.claude.json" > settings; ls -A ~ > home; (${renew(login("second"))}); cat ~/.claude/.credentials.json >> seen; echo kept > ~/.claude/session`;
  const spawned = await manager.spawn({ task: script({ shell }, { output: "done" }), subagent_id: "scout" });
  const result = await spawned.result;
  expect(result).toMatchObject({ status: "completed", policy: { boundary: "bubblewrap" } });
  const seen = (name: string) => readFileSync(join(spawned.workspace, name), "utf8");
  expect(seen("seen")).toBe(login("first") + login("second"));
  expect(JSON.parse(seen("settings"))).toEqual({ oauthAccount: { name: "me" } });
  expect(seen("home")).toBe(".claude\n");
  expect(credentials()).toBe(login("second"));
  const state = join(result.log_path ?? "", "sandbox");
  expect(readdirSync(state)).toEqual(["claude_code"]);
  expect(readdirSync(join(state, "claude_code"))).toEqual(["session"]);
  // A further run has the new one, and writes into it where it lies.
  const more = script(
    { shell: `printf '%s' '${login("third")}' > ~/.claude/.credentials.json` },
    { output: "done" },
  );
  expect(await (await manager.continue("scout", more)).result).toMatchObject({ status: "completed" });
  expect(credentials()).toBe(login("third"));
  expect(readdirSync(join(home, ".claude"))).toEqual([".credentials.json"]);
});

test("what is no login, and what somebody else has renewed meanwhile, is not written over", async () => {
  const { home, manager, credentials } = loggedIn();
  const attack = script({ shell: renew("rubbish") }, { output: "done" });
  await (
    await manager.spawn({ task: attack, subagent_id: "hostile" })
  ).result;
  expect(credentials()).toBe(login("first"));
  const spawned = await manager.spawn({
    task: script(
      { shell: renew(login("second")) },
      { file: ["ready", ""] },
      { until: "go" },
      { output: "done" },
    ),
    subagent_id: "late",
  });
  await expect.poll(() => readdirSync(spawned.workspace), { timeout: 30_000 }).toContain("ready");
  writeFileSync(join(home, ".claude/.credentials.json"), login("the user's"));
  writeFileSync(join(spawned.workspace, "go"), "");
  await spawned.result;
  expect(credentials()).toBe(login("the user's"));
});

test("a program of the user's own that fails in the sandbox: the line that gives it what it lacks, and that does", async () => {
  const options = scriptedOptions();
  const home = join(options.workspace, "../home");
  mkdirSync(join(home, ".config/tool"), { recursive: true });
  writeFileSync(join(home, ".config/tool/settings"), "mine");
  const given = { ...options, sandbox: "auto" as const, environment: { ...options.environment, HOME: home } };
  const task = script({ shell: "cat ~/.config/tool/settings > seen" }, { output: "done" });
  const failing = script({ exit: 3 });
  const failed = await (await managerOf(given).spawn({ task: failing })).result;
  expect(failed).toMatchObject({
    success: false,
    warning: expect.stringMatching(/empty home directory.*subagent_sandbox_allow: \{hosts: .*readable: \[~/),
  });
  const sandboxAllow = { hosts: ["api.example.org:443"], readable: ["~/.config/tool", "~/.none"] };
  const spawned = await managerOf({ ...given, sandboxAllow }).spawn({ task, subagent_id: "second" });
  expect(await spawned.result).toMatchObject({
    status: "completed",
    policy: { boundary: "bubblewrap", network: "hosts", hosts: ["api.example.org:443"] },
  });
  expect(readFileSync(join(spawned.workspace, "seen"), "utf8")).toBe("mine");
});
