import { temporaryDirectory } from "@retinue/testkit";
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openParentOutbox } from "../../src/delegate/open-parent-outbox.ts";

test("each parent gets a private outbox, a watcher of its own, and the flags to find it", async () => {
  const directory = join(temporaryDirectory(), "outboxes");
  const events: string[] = [];
  const startWatcher = async (outbox: string) => {
    events.push(`serves ${outbox}`);
    return { stop: async () => void events.push(`stopped ${outbox}`) };
  };
  const [one, other] = [
    await openParentOutbox({ directory, startWatcher }),
    await openParentOutbox({ directory, startWatcher, seenAs: "/outbox" }),
  ];
  expect(one.outbox).not.toBe(other.outbox);
  expect(statSync(one.outbox).mode & 0o777).toBe(0o700);
  expect(one.flags).toEqual(["--runtime-mode", "delegated", "--delegation-directory", one.outbox]);
  expect(other.flags).toContain("/outbox");
  await one.close();
  await one.close();
  expect(events).toEqual([`serves ${one.outbox}`, `serves ${other.outbox}`, `stopped ${one.outbox}`]);
  await expect(openParentOutbox({ directory: "relative", startWatcher })).rejects.toThrow(/absolute/);
});
