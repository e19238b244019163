import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";
import { engineBetween } from "../engine-between.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox } from "../watched-outbox.ts";

const engine_command = ["/bin/sh", "-c", "echo x >> /workspace/ran; echo said"];

const calls = {
  docker: {
    "creates it": /^POST \/containers\/create\?name=retinue-[0-9a-f]+\b/,
    "attaches to it": /^POST \S+\/attach/,
    "starts it": /^POST \S+\/start/,
    "waits for it": /^POST \S+\/wait/,
    "reads what it said": /^GET \S+\/logs/,
    "removes it": /^DELETE \/containers\/retinue-[0-9a-f]+\?/,
    "removes its volumes": /^DELETE \/volumes/,
  },
  kubernetes: {
    "creates it": /^POST \S+\/jobs$/,
    "attaches to its gate": /\/attach/,
    "follows Jobs": /^GET \S+\/jobs\?\S*watch=true/,
    "follows pods": /^GET \S+\/pods\?\S*watch=true/,
    "reads what it said": /^GET \S+\/log\?/,
    "removes it": /^DELETE \S+\/jobs\//,
    "looks whether it is removed": /^GET \S+\/jobs\/[^/?]+$/,
  },
};

onEachEngine("an engine that fails", ({ engine, outboxBehind }) => {
  it("costs no run and no answer, wherever its connection is cut", async () => {
    const failures = Object.entries<RegExp>(calls[engine]).flatMap(([what, call]) =>
      (["asked", "done"] as const).map((moment) => [what, moment, call] as const),
    );
    const cases = failures.map(async ([what, moment, call]) => {
      const { watched, between } = await outboxBehind({ engine_command });
      const workspace = watched.workspace("a");
      const cut = between.cut(call, moment);
      const watcher = await watched.start();
      watched.put(watched.request("a"));
      await cut.reached;
      const { status, stdout_tail, stderr_tail } = await watched.response("a");
      await eventually("nothing is left", async () => (await watched.left()).length === 0);
      await watcher.answerPending();
      const ran = readFileSync(join(workspace, "ran"), "utf8");
      return { what, moment, status, stdout_tail, stderr_tail, ran };
    });
    // Kubernetes keeps one text of both outputs.
    const stderr_tail = engine === "docker" ? "" : "said\n";
    const expected = { status: "completed", stdout_tail: "said\n", stderr_tail, ran: "x\n" };
    expect(await Promise.all(cases)).toEqual(
      failures.map(([what, moment]) => ({ what, moment, ...expected })),
    );
  });

  it("is waited for by who wants everything answered", async () => {
    const { watched, between } = await outboxBehind({ engine_command });
    watched.workspace("a");
    between.cut(calls[engine]["creates it"], "asked");
    const watcher = await watched.start();
    watched.put(watched.request("a"));
    expect(await watcher.answerPending()).toEqual({ pending: [], unclaimed: 0 });
    expect(existsSync(join(watched.outbox, "response_a.json"))).toBe(true);
    expect(watched.events.filter(({ event }) => event === "failed")).toHaveLength(1);
  });
});

// On Kubernetes no workspace is lent, and what the API server fails at is asked again.
describe.skipIf(noEngine !== undefined)(`Docker's engine that fails${skipped}`, () => {
  it("is asked again to give a workspace back, and the answer waits for that", async () => {
    const between = await engineBetween();
    const watched = await watchedOutbox({ docker_socket: between.socket, engine_command });
    const workspace = watched.workspace("a", 0);
    const running = between.hold(calls.docker["waits for it"], "asked");
    const own = between.hold(calls.docker["waits for it"], "asked");
    const watcher = await watched.start();
    watched.put(watched.request("a"));
    // The first wait is for the container that lends it.
    await running.reached;
    running.goOn();
    await own.reached;
    between.fail(/^POST \/containers\/create\S+-owner/);
    own.goOn();
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    expect(lstatSync(workspace).uid).toBe(0);
    await watcher.answerPending();
    expect(await watched.left()).toEqual([]);
  });

  it.each([
    ["cannot be created", calls.docker["creates it"]],
    ["cannot be started", calls.docker["starts it"]],
  ])("is told of when a container %s, and a workspace that was lent is given back", async (_what, call) => {
    const between = await engineBetween();
    const watched = await watchedOutbox({ docker_socket: between.socket, engine_command });
    const workspace = watched.workspace("a", 0);
    // The first two containers only lend it.
    const lending = between.hold(/^DELETE \/containers\/retinue-[0-9a-f]+-owner/, "asked");
    const watcher = await watched.start();
    watched.put(watched.request("a"));
    await lending.reached;
    expect(lstatSync(workspace).uid).toBe(watched.config.unprivileged_uid);
    between.fail(call);
    lending.goOn();
    const response = await watched.response("a");
    expect(response).toMatchObject({ status: "error", exit_code: -1 });
    expect(response.stderr_tail).toContain("the engine has failed");
    await watcher.answerPending();
    expect(lstatSync(workspace).uid).toBe(0);
    expect(await watched.left()).toEqual([]);
  });
});
