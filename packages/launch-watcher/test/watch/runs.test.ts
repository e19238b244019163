import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { team, watchedOutbox } from "../watched-outbox.ts";

onEachEngine("a watched outbox", ({ newOutbox }) => {
  it(`runs a team of the parent's user in a container, and leaves nothing behind ${verifies("HOST-RUNS")}`, async () => {
    const watched = await newOutbox();
    const workspace = watched.workspace("a");
    await watched.start();
    const script =
      'id_line=$(cat /proc/self/status); echo made > /workspace/made; echo "the answer: $id_line"';
    const request = watched.request("a", { yaml_config: team(script) });
    watched.put(request);
    const response = await watched.response("a");
    expect(response).toMatchObject({ request_id: request.request_id, status: "completed", exit_code: 0 });
    const answer = readFileSync(join(workspace, "answer.txt"), "utf8");
    expect(answer).toMatch(/^the answer:/);
    expect(answer).toMatch(/^Uid:\t1000\t1000/m);
    expect(lstatSync(join(workspace, "made")).uid).toBe(1000);
    expect(existsSync(join(workspace, ".massgen/massgen_logs"))).toBe(true);
    expect(existsSync(join(watched.outbox, "request_a.json"))).toBe(false);
    await eventually("nothing is left", async () => (await watched.left()).length === 0);
  });

  it("ends a run at its time, and says so", async () => {
    const watched = await newOutbox();
    watched.workspace("slow");
    await watched.start();
    watched.put(watched.request("slow", { yaml_config: team("sleep 300"), timeout_seconds: 1 }));
    expect(await watched.response("slow")).toMatchObject({ status: "timeout" });
  });

  it(`attack 23: cancels what runs, what waits, and what was cancelled before it was asked ${verifies("HOST-CANCELS")}`, async () => {
    const watched = await newOutbox({ max_concurrent: 1 });
    for (const name of ["running", "waiting", "early"]) watched.workspace(name);
    writeFileSync(join(watched.outbox, "cancel_early"), "");
    writeFileSync(join(watched.outbox, "cancel_unknown"), "");
    await watched.start();
    for (const name of ["running", "waiting", "early"]) {
      watched.put(watched.request(name, { yaml_config: team("echo x > /workspace/ran; sleep 300") }));
      await eventually("it was claimed", () =>
        watched.events.some(({ event, subagent_id }) => event === "claimed" && subagent_id === name),
      );
    }
    await eventually("the first one runs", () => existsSync(join(watched.workspaces, "running/ran")));
    for (const name of ["waiting", "running"]) writeFileSync(join(watched.outbox, `cancel_${name}`), "");
    for (const name of ["running", "waiting", "early"]) {
      expect(await watched.response(name)).toMatchObject({ subagent_id: name, status: "cancelled" });
    }
    expect(existsSync(join(watched.workspaces, "waiting/ran"))).toBe(false);
    expect(existsSync(join(watched.workspaces, "early/ran"))).toBe(false);
  });

  it("attack 16: answers a replayed request with the recorded answer, and does not run it again", async () => {
    const watched = await newOutbox();
    const workspace = watched.workspace("a");
    await watched.start();
    const request = watched.request("a", { yaml_config: team("echo x >> /workspace/ran; echo done") });
    watched.put(request);
    const first = await watched.response("a");
    rmSync(join(watched.outbox, "response_a.json"));
    watched.put(request);
    expect(await watched.response("a")).toEqual(first);
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });

  it("attack 24: refuses a second watcher of the same spool", async () => {
    const watched = await newOutbox();
    await watched.start();
    await expect(watched.start()).rejects.toMatchObject({ code: "SPOOL_IN_USE" });
  });
});

describe.skipIf(noEngine !== undefined)(`a watched outbox on Docker${skipped}`, () => {
  it("runs a request whose claim failed when it was in the spool already", async () => {
    const watched = await watchedOutbox();
    watched.workspace("a");
    await watched.start();
    const request = watched.request("a", { yaml_config: team("echo done") });
    // As a sync that fails leaves it.
    const claimed = join(watched.outbox, `../spool/outboxes/parent/a.${String(request["request_id"])}.req`);
    writeFileSync(claimed, JSON.stringify(request), { mode: 0o600 });
    watched.put(request);
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
  });

  it(`runs root's request without root, and gives the workspace back ${verifies("HOST-USER")}`, async () => {
    const watched = await watchedOutbox();
    const workspace = watched.workspace("r", 0);
    writeFileSync(join(workspace, "before"), "");
    await watched.start();
    const script = 'grep_uid=$(cat /proc/self/status); echo x > /workspace/made; echo "$grep_uid"';
    watched.put(watched.request("r", { yaml_config: team(script) }));
    expect(await watched.response("r")).toMatchObject({ status: "completed" });
    expect(readFileSync(join(workspace, "answer.txt"), "utf8")).toMatch(/^Uid:\t65532\t65532/m);
    for (const name of ["", "before", "made", "answer.txt"]) {
      expect(lstatSync(join(workspace, name)).uid).toBe(0);
    }
    await eventually("nothing is left", async () => (await watched.left()).length === 0);
  });
});
