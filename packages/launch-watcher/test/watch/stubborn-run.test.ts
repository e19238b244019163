import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { engineBetween } from "../engine-between.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox } from "../watched-outbox.ts";

// It stops what would end it in time.
const stops = "kill -STOP $PPID; echo x > /workspace/ran; sleep 300";

describe.skipIf(noEngine !== undefined)(`a run that stops its own clock${skipped}`, () => {
  it.each([
    ["at its deadline", /^POST \S+\/kill/, 1, "timeout"],
    ["when it is cancelled", /^POST \S+\/stop/, 3600, "cancelled"],
  ] as const)("is ended %s, though the engine fails at it first", async (_when, call, seconds, status) => {
    const between = await engineBetween();
    const watched = await watchedOutbox({
      docker_socket: between.socket,
      engine_command: ["/bin/sh", "-c", stops],
      outbox: { max_timeout_seconds: 3600 },
    });
    const workspace = watched.workspace("a");
    await watched.start();
    between.fail(call);
    watched.put(watched.request("a", { timeout_seconds: seconds }));
    await eventually("it runs", () => existsSync(join(workspace, "ran")), 60);
    if (status === "cancelled") writeFileSync(join(watched.outbox, "cancel_a"), "");
    expect(await watched.response("a")).toMatchObject({ status });
    await eventually("nothing is left", async () => (await watched.left()).length === 0);
  });
});
