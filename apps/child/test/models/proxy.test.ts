import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { modelAgent, parentOf, vendorApi } from "./model-parent.ts";

/** A proxy that knows one host, which nothing else can reach. */
async function proxyTo(target: string): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on("connect", ({ url }, client) => {
    asked.push(url ?? "");
    const server = connect(Number(new URL(target).port), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      server.pipe(client).pipe(server);
    });
    for (const socket of [client, server]) socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

test("a model behind a proxy is reached when Node is told to use it", { timeout: 240_000 }, async () => {
  const api = await vendorApi({ steps: [{ reply: { text: "From behind the proxy." } }] });
  const proxy = await proxyTo(api.url);
  const agent = modelAgent("alpha", "chatcompletion", { url: "http://models.invalid" });
  const environment = { OPENAI_API_KEY: "k", HTTP_PROXY: proxy.url, NODE_USE_ENV_PROXY: "1" };
  const { result } = await parentOf([agent], environment).spawn({ task: "Answer." }, { refine: false });
  expect(await result).toMatchObject({ status: "completed", answer: "From behind the proxy." });
  expect(proxy.asked).toEqual(["models.invalid:80"]);
  api.assertConsumed();
});
