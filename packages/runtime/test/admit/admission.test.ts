import { eventually, temporaryDirectory } from "@retinue/testkit";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createAdmission } from "../../src/admit/admission.ts";
import { readActive, removeActive, writeActive } from "../../src/own/active-index.ts";
import { createStateDirectory } from "../../src/own/state-directory.ts";
import { openWorkspaceLock } from "../../src/own/workspace-lock.ts";

/** One server's admission to a workspace in which several servers may be at work. */
async function server(workspace: string, maxConcurrent: number) {
  const state = createStateDirectory(workspace);
  const lock = openWorkspaceLock(state.workspaceLock);
  const admission = createAdmission({
    lock,
    activeDirectory: state.active,
    maxConcurrent,
    adoptOrphans: async () => {},
  });
  onTestFinished(() => {
    admission.close();
    lock.close();
  });
  const arrive = (id: string, signal = new AbortController().signal) => {
    writeActive(state.active, {
      subagent_id: id,
      log_path: join(workspace, id),
      run: 1,
      owner: "x",
      launched: false,
    });
    return admission.admit(id, signal);
  };
  const leave = (id: string) => {
    removeActive(state.active, id);
    admission.reconsider();
  };
  const launched = () =>
    readActive(state.active)
      .filter((entry) => entry.launched)
      .map((entry) => entry.subagent_id);
  return { admission, arrive, leave, launched, state };
}

test("at most so many at once, first come first served", async () => {
  const { arrive, leave, launched } = await server(temporaryDirectory(), 2);
  const order: string[] = [];
  const arrivals = ["a", "b", "c", "d"].map((id) => arrive(id).then(() => order.push(id)));
  await eventually("two", () => order.length === 2);
  expect(launched()).toEqual(["a", "b"]);
  leave("b");
  await eventually("three", () => order.length === 3);
  leave("a");
  await Promise.all(arrivals);
  expect(order).toEqual(["a", "b", "c", "d"]);
  expect(launched()).toEqual(["c", "d"]);
});

test("the limit holds over two servers; a place that comes free at one is seen by the other", async () => {
  const workspace = temporaryDirectory();
  const one = await server(workspace, 1);
  const two = await server(workspace, 1);
  await one.arrive("a");
  const second = two.arrive("b");
  expect(one.launched()).toEqual(["a"]);
  one.leave("a");
  expect(await second).toBeDefined();
});

test("who waits can be cancelled, here or by another process", async () => {
  const { arrive, state } = await server(temporaryDirectory(), 1);
  await arrive("a");
  const cancelling = new AbortController();
  const here = arrive("b", cancelling.signal);
  const elsewhere = arrive("c");
  cancelling.abort();
  expect(await here).toBeUndefined();
  const entry = readActive(state.active).find(({ subagent_id }) => subagent_id === "c");
  writeActive(state.active, { ...(entry as NonNullable<typeof entry>), cancelled: true });
  removeActive(state.active, "b");
  expect(await elsewhere).toBeUndefined();
});
