import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";
import { startBroker } from "../../src/index.ts";
import { served } from "../served.ts";

it("waits for a broker that somebody else keeps, and each of them is another", async () => {
  const directory = join(temporaryDirectory("b-"), "broker");
  const found = startBroker({ directory });
  const first = await served({ directory, idleSeconds: "never" });
  const { pid, instance } = await (await found).status();
  expect(pid).toBe(process.pid);
  await first.stop();
  await served({ directory });
  expect((await (await found).status()).instance).not.toBe(instance);
});

it("says how to start one where nobody does", async () => {
  const directory = join(temporaryDirectory("b-"), "broker");
  await expect(startBroker({ directory })).rejects.toMatchObject({
    code: "BROKER_FAILED",
    remedy: expect.stringContaining(`retinue-watch broker ${directory} --stay`),
  });
});
