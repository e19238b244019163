import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { detectAgents } from "../../src/detect/detect-agents.ts";
import { teamOf } from "../../src/detect/detect-team.ts";

/** What is found of a Gemini CLI whose user has these files. */
async function found(files: Record<string, string>, more: Record<string, string> = {}) {
  const home = temporaryDirectory();
  mkdirSync(join(home, "bin"));
  writeFileSync(join(home, "bin/gemini"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  mkdirSync(join(home, ".gemini"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, ".gemini", name), text);
  const environment = { HOME: home, PATH: join(home, "bin"), ...more };
  const agents = await detectAgents(environment, { versions: false });
  return { gemini: agents.find(({ type }) => type === "gemini_cli"), team: teamOf(agents, []).agents };
}

const account = { "oauth_creds.json": "{}" };
const chosen = (selectedType: string) => JSON.stringify({ security: { auth: { selectedType } } });

test.each([
  ["its credentials", account],
  ["its choice", { "gemini-credentials.json": "", "settings.json": chosen("oauth-personal") }],
])("a Google account alone, by %s, is no reason to choose Gemini CLI", async (_by, files) => {
  const { gemini, team } = await found(files);
  expect(gemini).toMatchObject({
    ok: false,
    login: "a Google account",
    found: expect.stringContaining("no longer serves individual accounts"),
    remedy: expect.stringContaining("GEMINI_API_KEY"),
  });
  expect(team).toBeUndefined();
});

test.each<[string, Record<string, string>, Record<string, string>]>([
  ["a project of an organisation", account, { GOOGLE_CLOUD_PROJECT: "p" }],
  ["a key beside it", account, { GEMINI_API_KEY: "k" }],
  ["a key in a file beside it", { ...account, ".env": "GEMINI_API_KEY=k" }, {}],
  [
    "another login of its own",
    { ...account, "gemini-credentials.json": "", "settings.json": chosen("gemini-api-key") },
    {},
  ],
])("%s is one", async (_what, files, environment) => {
  const { gemini, team } = await found(files, environment);
  expect(gemini).toMatchObject({ ok: true });
  expect(team).toEqual([{ id: "gemini", backend: { type: "gemini_cli" } }]);
});
