import { spawnSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { selfSigned, temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";
import { bridged, bridgeFile, brokerName, keptByTheHost, networkModels } from "../../src/index.ts";
import { chat, networked, word } from "./networked.ts";

// An engine as a vendor's client is: it knows an address and a key.
const engine = `
  const asked = fetch(process.env.AT, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY },
    body: process.env.BODY,
  });
  const status = await asked.then((response) => response.status, () => "unanswered");
  console.log(JSON.stringify([status, process.argv[1], process.env.HOME]));
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it("an engine that knows a port and a key alone asks a broker elsewhere, by a file of its run", async () => {
  const host = await networked();
  const token = await host.open("one", { limits: { requests: 1 } });
  const socket = join(temporaryDirectory(), "models.json");
  const told = (authority: string) => {
    const remote = { address: { ...host.address, authority }, port: host.port };
    writeFileSync(socket, JSON.stringify(networkModels(remote, "127.0.0.1", token)));
  };
  const port = await freePort();
  const [program = "", ...args] = bridged(bridgeFile().path, { socket, port }, [
    process.execPath,
    "--input-type=module",
    "-e",
    engine,
    "the engine",
  ]);
  const said = async () => {
    const env = {
      PATH: process.env["PATH"],
      HOME: "/tmp",
      OPENAI_API_KEY: keptByTheHost,
      AT: `http://127.0.0.1:${port}${chat}`,
      BODY: JSON.stringify(word),
    };
    const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    const [chunks] = await Promise.all([child.stdout.toArray(), once(child, "exit")]);
    return JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as unknown;
  };
  // Who only has the broker's address is told nothing.
  told(selfSigned(brokerName).certificate);
  expect(await said()).toEqual(["unanswered", "the engine", "/tmp"]);
  expect(host.asked).toEqual([]);
  told(host.address.authority);
  expect(await said()).toEqual([200, "the engine", "/tmp"]);
  expect(await said()).toEqual([403, "the engine", "/tmp"]);
  await host.owner.close("one");
  expect(await said()).toEqual([401, "the engine", "/tmp"]);
  expect(host.asked).toHaveLength(1);
});

it("says what is wrong with a file that names no broker", () => {
  const file = join(temporaryDirectory(), "models.json");
  writeFileSync(file, "not json");
  const { status, stderr } = spawnSync("node", [bridgeFile().path, file, "0", "true"], { encoding: "utf8" });
  expect(status).not.toBe(0);
  expect(stderr).toContain("JSON");
});
