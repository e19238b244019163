import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";

const waits = "echo x >> /workspace/ran; while [ ! -e /workspace/finish ]; do sleep 0.1; done; echo said";

onEachEngine("an outbox that its parent moves away", ({ newOutbox }) => {
  it("makes the host write nothing behind the link in its place, and gets its answer where it is now", async () => {
    const watched = await newOutbox({ engine_command: ["/bin/sh", "-c", waits] });
    const workspace = watched.workspace("a");
    const [moved, victim] = [join(watched.directory, "moved"), join(watched.directory, "victim")];
    mkdirSync(victim);
    for (const name of ["response_a.json", "cancel_a", "request_b.json"])
      writeFileSync(join(victim, name), "precious");
    const watcher = await watched.start();
    watched.put(watched.request("a"));
    await eventually("it runs", () => existsSync(join(workspace, "ran")), 60);
    renameSync(watched.outbox, moved);
    symlinkSync(victim, watched.outbox);
    writeFileSync(join(moved, "request_b.json"), "{");
    writeFileSync(join(workspace, "finish"), "");
    await eventually(
      "both are answered",
      () => ["a", "b"].every((id) => existsSync(join(moved, `response_${id}.json`))),
      60,
    );
    await watcher.answerPending();
    expect(readdirSync(victim).toSorted()).toEqual(["cancel_a", "request_b.json", "response_a.json"]);
    for (const name of readdirSync(victim)) expect(readFileSync(join(victim, name), "utf8")).toBe("precious");
  });
});
