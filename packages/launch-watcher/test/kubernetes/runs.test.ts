import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, kubernetesCluster } from "@retinue/testkit";
import { Attach, BatchV1Api, CoreV1Api, Watch } from "@kubernetes/client-node";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { team } from "../watched-outbox.ts";
import { clusterOutbox } from "./cluster-outbox.ts";
import { noCluster, withoutCluster } from "./test-cluster.ts";

/** Counts what is asked of the API server in this process: lists, reads, changes, and connections to pods. */
function countCalls(): () => number {
  let calls = 0;
  for (const api of [BatchV1Api, CoreV1Api, Attach, Watch]) {
    const methods: Record<string, unknown> = api.prototype as never;
    for (const name of Object.getOwnPropertyNames(methods)) {
      const own = methods[name];
      if (name === "constructor" || typeof own !== "function") continue;
      methods[name] = function (this: unknown, ...given: unknown[]) {
        calls += 1;
        return own.apply(this, given);
      };
      onTestFinished(() => void (methods[name] = own));
    }
  }
  return () => calls;
}

describe.skipIf(noCluster !== undefined)(`requests that are Jobs${withoutCluster}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it("are answered, with a receipt of what was in force", async () => {
    const outbox = await clusterOutbox();
    outbox.workspace("a");
    const docs = join(outbox.contexts, "docs");
    mkdirSync(docs);
    writeFileSync(join(docs, "notes.txt"), "noted\n");
    const watcher = await outbox.start();
    const { orchestrator, ...rest } = team("cat /context/0/notes.txt; cat /proc/net/dev > /workspace/net");
    const context_paths = [{ path: docs, permission: "read" }];
    outbox.put(
      outbox.request("a", { yaml_config: { ...rest, orchestrator: { ...orchestrator, context_paths } } }),
    );
    const response = await outbox.response("a");
    expect(response).toMatchObject({ status: "completed", exit_code: 0 });
    expect(readFileSync(join(outbox.workspaces, "a/answer.txt"), "utf8")).toContain("noted");
    const receipt = JSON.parse(readFileSync(join(outbox.outbox, "receipt_a.json"), "utf8"));
    expect(receipt.policy).toMatchObject({
      image: outbox.cluster.image,
      user: "1000:1000",
      capabilities_dropped: ["ALL"],
      service_account_token: false,
      not_carried_over: expect.arrayContaining([expect.stringContaining("NetworkPolicy")]),
    });
    await watcher.stop("wait");
  });

  it("are answered in order of arrival within the concurrency, by few calls", async () => {
    const outbox = await clusterOutbox({ outbox: { max_concurrent: 4 } });
    const names = Array.from({ length: 12 }, (_, index) => `r${index}`);
    for (const name of names) outbox.workspace(name);
    const count = countCalls();
    const watcher = await outbox.start();
    const before = count();
    for (const name of names) {
      outbox.put(outbox.request(name));
      await eventually("it is claimed", () =>
        outbox.events.some((each) => each.event === "claimed" && each.subagent_id === name),
      );
    }
    for (const name of names) expect(await outbox.response(name, 200)).toMatchObject({ status: "completed" });
    await watcher.stop("wait");
    const begun = outbox.events
      .filter(({ event }) => event === "started")
      .map((each) => names.indexOf(each.subagent_id ?? ""));
    expect(begun.toSorted((one, other) => one - other)).toEqual(Array.from(names.keys()));
    // Each has one of four places: none begins before one of the four before it has ended.
    for (const [at, name] of begun.entries()) expect(Math.abs(name - at)).toBeLessThan(4);
    const calls = (count() - before) / names.length;
    console.log(`API calls per run: ${calls.toFixed(1)} (aim: at most 12)`);
    expect(calls).toBeLessThanOrEqual(12);
  });

  it("with a workspace of root's are refused, with what to do", async () => {
    const outbox = await clusterOutbox();
    outbox.workspace("a", 0);
    await outbox.start();
    outbox.put(outbox.request("a"));
    expect(await outbox.response("a")).toMatchObject({
      status: "error",
      stderr_tail: expect.stringContaining("Give the workspace to a user of its own"),
    });
    expect(await outbox.left()).toEqual([]);
  });
});
