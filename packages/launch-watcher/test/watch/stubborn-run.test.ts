import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, type EngineName } from "@retinue/testkit";
import { expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";

// It stops what would end it in time.
const stops = "kill -STOP $PPID; echo x > /workspace/ran; sleep 300";

const ends: Record<EngineName, readonly (readonly [string, RegExp, number, string])[]> = {
  docker: [
    ["at its deadline", /^POST \S+\/kill/, 1, "timeout"],
    ["when it is cancelled", /^POST \S+\/stop/, 3600, "cancelled"],
  ],
  // Pods are stopped in one way.
  kubernetes: [["when it is cancelled", /^PATCH \S+\/pods\//, 3600, "cancelled"]],
};

onEachEngine("a run that stops its own clock", ({ engine, outboxBehind }) => {
  it.each(ends[engine])(
    "is ended %s, though the engine fails at it first",
    async (_when, call, seconds, status) => {
      const { watched, between } = await outboxBehind({
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
    },
  );
});
