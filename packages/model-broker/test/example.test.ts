import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { expect, onTestFinished, test } from "vitest";
import { connectBroker, keysOf, routesSchema } from "../src/index.ts";
import { serveBroker } from "../src/serve/index.ts";
import { post } from "./served.ts";

async function example(upstream: string, directory: string, environment: Record<string, string>) {
  // #region example
  const { control, stop } = await serveBroker({ directory });
  const broker = connectBroker(control);
  const routes = routesSchema.parse({
    openai: { upstream, key_env: "OPENAI_API_KEY", models: ["gpt-5-mini"] },
  });
  const sockets = await broker.open({
    run: "scout/1",
    parent: "session 7",
    routes,
    keys: keysOf(routes, environment),
    limits: { cost: 0.5, requests: 100 },
  });
  // The run asks its models at `${sockets}/model.sock`: POST /openai/v1/responses, without a key.
  // #endregion example
  onTestFinished(stop);
  return { broker, socket: join(sockets, "model.sock") };
}

test("a run asks a model that it has no key for", async () => {
  const vendor = await startVendorApi({ steps: [{ reply: { text: "Here." } }] });
  onTestFinished(() => vendor.stop());
  const directory = join(temporaryDirectory("b-"), "broker");
  const { broker, socket } = await example(vendor.url, directory, { OPENAI_API_KEY: "sk-1" });
  const answer = await post(socket, "/openai/v1/responses", { model: "gpt-5-mini", input: "Where are you?" });
  expect(answer.text).toContain("Here.");
  expect(vendor.requests[0]?.headers["authorization"]).toBe("Bearer sk-1");
  expect((await broker.close("scout/1")).run.requests).toBe(1);
});
