import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { expect } from "vitest";
import { outboxBehindApi, type ClusterOutbox } from "./cluster-outbox.ts";

// It counts its runs.
const script = "echo x >> /workspace/ran; echo done > /workspace/answer.txt; echo said; exit 0";

/** An outbox with one request in it, whose watchers ask the API server in plain text, for a tracer to see. */
export async function askedOutbox(kubernetes: Record<string, unknown> = {}): Promise<ClusterOutbox> {
  const engine_command = ["/bin/sh", "-c", script];
  const { watched: outbox } = await outboxBehindApi({ engine_command, kubernetes });
  outbox.workspace("a");
  // Of an earlier request, as parents leave it.
  writeFileSync(join(outbox.outbox, "receipt_a.json"), JSON.stringify({ request_id: "earlier" }));
  outbox.put(outbox.request("a"));
  return outbox;
}

/** One run, one recorded answer, nothing left: whatever happened to the watchers. Some watcher has to be at work. */
export async function holdsWell(outbox: ClusterOutbox): Promise<void> {
  const { config, workspaces } = outbox;
  const read = (...path: string[]) => readFileSync(join(...path), "utf8");
  const answer = { status: "completed", exit_code: 0, stdout_tail: "said\n" };
  const response = await outbox.response("a");
  expect(response).toMatchObject(answer);
  expect(read(workspaces, "a/ran")).toBe("x\n");
  const spool = join(config.spool, "outboxes/parent");
  const inputs = join(config.spool, "inputs");
  await eventually("nothing is left", async () => (await outbox.left()).length === 0, 90);
  await eventually("its inputs are removed", () => readdirSync(inputs).length === 0, 30);
  await eventually("it is published", () => readdirSync(spool).some((name) => name.endsWith(".pub")), 30);
  const decided = readdirSync(spool).filter((name) => name.endsWith(".resp"));
  expect(decided).toHaveLength(1);
  expect(read(outbox.outbox, "response_a.json")).toBe(read(spool, decided[0] ?? ""));
  expect(readdirSync(outbox.outbox).filter((name) => name !== "watcher.alive")).toEqual([
    "receipt_a.json",
    "response_a.json",
  ]);
  expect(JSON.parse(read(outbox.outbox, "receipt_a.json"))).toMatchObject({
    request_id: response.request_id,
  });
  expect(readdirSync(spool).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  expect(existsSync(join(outbox.outbox, "request_a.json"))).toBe(false);
}
