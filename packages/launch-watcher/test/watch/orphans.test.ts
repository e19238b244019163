import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  claimRequest,
  closeExchange,
  mark,
  openExchange,
  readRequest,
} from "@retinue/delegation-protocol/host";
import { eventually, verifies } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import { containerName, labelsOf, launcherId } from "../../src/contain/container-identity.ts";
import { openEngine } from "../../src/engine/open-engine.ts";
import { heldMount, testLimits } from "../docker/contained.ts";
import { onEachEngine } from "../each-engine.ts";
import { team, type LeftOutbox } from "../watched-outbox.ts";
import { killed, watcherProcess } from "../watcher-process.ts";

const contained = {
  uid: 1000,
  gid: 1000,
  environment: { PATH: "/bin", HOME: "/tmp" },
  workingDirectory: "/",
  limits: testLimits,
};

/** What a watcher leaves that dies after "go": a container of this command, and the spool's word for it. */
async function leftBehind(
  watched: LeftOutbox,
  { command, deadline }: { command: string[]; deadline: Date },
): Promise<string> {
  const { config } = watched;
  const workspace = watched.workspace("a");
  watched.put(watched.request("a", { timeout_seconds: 1 }));
  const spool = join(config.spool, "outboxes/parent");
  const launcher = launcherId(config.spool);
  const exchange = openExchange({ outbox: watched.outbox, spool });
  const claim = claimRequest(exchange, "a");
  if (claim.outcome !== "claimed") throw new Error(claim.outcome);
  const { entry } = claim;
  const read = readRequest(exchange, entry);
  if (!read.ok) throw new Error(read.problem);
  const { sha256 } = read;
  const identity = { launcher, outbox: "parent", subagentId: "a", sha256 };
  const engine = await openEngine(config);
  onTestFinished(() => engine[Symbol.dispose]());
  const container = await engine.create({
    ...contained,
    name: containerName(launcher, "parent", entry),
    labels: labelsOf({ ...identity, timeoutSeconds: 1, deadline }),
    imageId: await engine.resolveImage(config.image),
    mounts: [heldMount(workspace, "/workspace")],
    command,
    pinning: config.mount_pinning,
  });
  const gate = await container.start();
  mark(exchange, entry, "go");
  gate.go();
  closeExchange(exchange);
  return workspace;
}

onEachEngine("runs without a watcher", ({ newOutbox }) => {
  it("attack 25: end at their time by themselves", async () => {
    const watched = await newOutbox();
    const workspace = watched.workspace("a");
    const first = watcherProcess(watched);
    const yaml_config = team("echo x > /workspace/ran; sleep 300");
    watched.put(watched.request("a", { yaml_config, timeout_seconds: 3 }));
    await eventually("it runs", () => existsSync(join(workspace, "ran")), 120);
    await killed(first);
    await watched.ended();
    await watched.start();
    expect(await watched.response("a")).toMatchObject({ status: "timeout" });
  });

  it(`attack 25: are killed by the next one at the deadline on their label ${verifies("HOST-ADOPTS")}`, async () => {
    const watched = await newOutbox();
    const deadline = new Date(Date.now() + 2000);
    await leftBehind(watched, { command: ["sleep", "300"], deadline });
    await watched.start();
    expect(await watched.response("a")).toMatchObject({ status: "timeout" });
    await eventually("nothing is left", async () => (await watched.left()).length === 0);
  });

  it(`attack 26: are not started again when they have ended, and their answer counts ${verifies("HOST-ONCE")}`, async () => {
    const watched = await newOutbox();
    const command = ["/bin/sh", "-c", "echo x >> /workspace/ran; echo said"];
    const deadline = new Date(Date.now() + 60_000);
    const workspace = await leftBehind(watched, { command, deadline });
    await watched.ended();
    await watched.start();
    expect(await watched.response("a")).toMatchObject({ status: "completed", stdout_tail: "said\n" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
    writeFileSync(join(workspace, "ran"), "");
    await eventually("nothing is left", async () => (await watched.left()).length === 0);
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("");
  });
});
