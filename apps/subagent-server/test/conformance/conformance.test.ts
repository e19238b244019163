import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { listenHttp } from "../../src/http/listen-http.ts";
import { httpServer } from "../http/http-server.ts";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { fixtureServer } from "./fixture/fixture-server.ts";
import { expectedFailures, runSuite, summary } from "./run-suite.ts";
import { tokenProxy } from "./token-proxy.ts";

const servers = {
  "retinue-mcp": async () => {
    const { url, token = "" } = await httpServer(parentWorkspace());
    return tokenProxy(url, token);
  },
  // With the suite's own tools, on our transport and with our Tasks.
  fixture: async () => {
    const token = { text: "token-of-the-fixture", isNew: false };
    const listening = await listenHttp({ create: fixtureServer }, 0, token, () => {});
    onTestFinished(() => listening.close());
    return tokenProxy(listening.url, token.text);
  },
};
const cases = [
  ["retinue-mcp", "2026-07-28"],
  ["retinue-mcp", "2025-11-25"],
  ["fixture", "2026-07-28"],
  ["fixture", "2025-11-25"],
  // Every scenario at the revision that it was made for, those of Tasks among them.
  ["fixture", "extensions"],
] as const;

test.each(cases)("the conformance suite on %s, %s: no unexpected failure", async (name, revision) => {
  const expected = `${name}-${revision}`;
  const { code, output } = await runSuite(await servers[name](), revision, expected);
  const [total] = /Total: \d+ passed, \d+ failed/.exec(output) ?? [];
  process.stdout.write(
    `conformance, ${name}, ${revision}: ${total}, ${listed(expected).length} expected to fail\n`,
  );
  if (code !== 0) throw new Error(summary(output));
  expect(total).toMatch(/[1-9]\d* passed/);
});

test.each(cases)("what is expected to fail has its reason: %s, %s", (name, revision) => {
  for (const line of listed(`${name}-${revision}`)) expect(line).toMatch(/^ {2}- [\w:-]+ # \S.{10,}$/);
});

/** The entries of the file, each a line. */
function listed(name: string): string[] {
  const text = readFileSync(expectedFailures(name), "utf8");
  return text.split("\n").filter((line) => line.startsWith("  - "));
}
