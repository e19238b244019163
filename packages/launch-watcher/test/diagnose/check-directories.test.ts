import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";
import { diagnose, parseWatcherConfig } from "../../src/index.ts";
import { checkSpool } from "../../src/diagnose/check-spool.ts";

it("a spool that does not exist does not pass, and looking makes none", async () => {
  const directory = temporaryDirectory();
  const spool = join(directory, "spool");
  const docker_socket = join(directory, "no-engine.sock");
  const outboxes = [{ name: "a", directory: join(directory, "outbox"), workspace_roots: ["/srv/a"] }];
  const config = parseWatcherConfig({ version: 1, spool, docker_socket, image: "i", outboxes });
  const findings = await diagnose(config);
  const found = (text: string) => findings.find(({ name }) => name.includes(text));
  expect(found("the spool is the watcher's alone")).toMatchObject({
    ok: false,
    required: true,
    found: `${spool} is not there`,
    remedy: expect.stringMatching(`^install -d -m 700 .*${spool}$`),
  });
  expect(found("a container runs")).toMatchObject({ ok: false, found: expect.stringContaining(spool) });
  expect(existsSync(spool)).toBe(false);
  mkdirSync(spool, { mode: 0o700 });
  expect(checkSpool(spool)).toMatchObject({ ok: true });
});
