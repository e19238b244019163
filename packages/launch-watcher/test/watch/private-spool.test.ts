import { chmodSync, chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseWatcherConfig, startWatcher } from "../../src/index.ts";
import { temporaryDirectory } from "@retinue/testkit";

type Spoiled = [string, (spool: string) => void, RegExp];
const spoiled: Spoiled[] = [
  ["others write", (spool) => chmodSync(spool, 0o777), /^chmod 700 /],
  ["a group reads, and so may lock", (spool) => chmodSync(spool, 0o750), /^chmod 700 /],
];
// Only root gives away what is its own.
const givenAway: Spoiled = ["belongs to another", (spool) => chownSync(spool, 1000, 1000), /chown 0 /];

// Refused before the engine is asked: none is needed.
it.each([...spoiled, ...(process.getuid?.() === 0 ? [givenAway] : [])])(
  "refuses a spool that %s, with the remedy",
  async (_what, spoil, remedy) => {
    const directory = temporaryDirectory();
    const spool = join(directory, "spool");
    mkdirSync(spool, { mode: 0o700 });
    spoil(spool);
    const outboxes = [{ name: "parent", directory, workspace_roots: [join(directory, "workspaces")] }];
    const docker_socket = join(directory, "no-engine.sock");
    const config = {
      ...parseWatcherConfig({ version: 1, spool: "/nowhere", docker_socket, image: "i", outboxes }),
      spool,
    };
    await expect(startWatcher({ config, log: () => {} })).rejects.toMatchObject({
      code: "SPOOL_NOT_PRIVATE",
      message: expect.stringContaining(spool),
      remedy: expect.stringMatching(remedy),
    });
    expect(existsSync(join(spool, "lock"))).toBe(false);
  },
);
