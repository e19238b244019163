import { EventEmitter } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox } from "../watched-outbox.ts";

// What is left of notifications when the kernel's queue has overflowed: none, and no error.
vi.mock("node:fs", async (original) => ({
  ...(await original<object>()),
  watch: () => Object.assign(new EventEmitter(), { close: () => {} }),
}));

describe.skipIf(noEngine !== undefined)(`notifications that are lost${skipped}`, () => {
  it("attack 17: lose no request and no cancel: the scan finds them", async () => {
    const watched = await watchedOutbox({ engine_command: ["sh", "-c", "sleep 1"] });
    for (const name of ["a", "b"]) watched.workspace(name);
    await watched.start();
    for (const name of ["a", "b"]) {
      watched.put(watched.request(name));
      expect(await watched.response(name)).toMatchObject({ status: "completed" });
    }
  });
});
