import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";

const engine_command = ["/bin/sh", "-c", "echo x >> /workspace/ran"];

const removalOf = { docker: /^DELETE \/containers\//, kubernetes: /^DELETE \S+\/jobs\// };

onEachEngine("the next request of a workspace", ({ engine, outboxBehind }) => {
  it("is run as soon as the answer before it is there, though that one's container is not gone yet", async () => {
    const { watched, between } = await outboxBehind({ engine_command });
    const workspace = watched.workspace("a");
    const removal = between.hold(removalOf[engine], "asked");
    await watched.start();
    watched.put(watched.request("a"));
    await removal.reached;
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    rmSync(join(watched.outbox, "response_a.json"));
    watched.put(watched.request("a"));
    expect(await watched.response("a")).toMatchObject({ status: "completed", stderr_tail: "" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\nx\n");
    removal.goOn();
    await eventually("nothing is left", async () => (await watched.left()).length === 0);
  });
});
