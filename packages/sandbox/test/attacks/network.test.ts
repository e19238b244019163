import { spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { createServer as createHttp } from "node:http";
import { createServer, type AddressInfo, type ListenOptions } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { place, runAt } from "./place.ts";

/** Listens, and counts who came. */
async function listener(options: ListenOptions) {
  let came = 0;
  const server = createServer((socket) => {
    came++;
    socket.on("error", () => {});
    socket.end("hello");
  });
  await new Promise<void>((resolve) => server.listen(options, resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, came: () => came };
}

const connect = (to: unknown) =>
  `require("net").connect(${JSON.stringify(to)}).on("data", (d) => console.log(String(d))).on("error", (e) => console.log(e.code))`;
const node = (script: string) => [process.execPath, "-e", script];

describe.each([true, false])("confined: %s", (confined) => {
  test("connecting to a port of loopback", async () => {
    const { port, came } = await listener({ port: 0, host: "127.0.0.1" });
    await runAt(place(), node(connect({ port, host: "127.0.0.1" })), { confined });
    expect(came()).toBe(confined ? 0 : 1);
  });

  test("connecting to an abstract socket", async () => {
    const path = `\0retinue-${process.pid}-${confined}`;
    const { came } = await listener({ path });
    await runAt(place(), node(connect({ path })), { confined });
    expect(came()).toBe(confined ? 0 : 1);
  });

  test("connecting to a socket of the session, such as Docker's", async () => {
    const at = place();
    const path = join(at.home, "docker.sock");
    const { came } = await listener({ path });
    await runAt(at, node(connect({ path })), { confined });
    expect(came()).toBe(confined ? 0 : 1);
  });

  test("asking a name server", async () => {
    let came = 0;
    const server = createSocket("udp4", () => came++);
    await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const script = `const r = new (require("dns").Resolver)({timeout: 500, tries: 2}); r.setServers(["127.0.0.1:${server.address().port}"]);
      r.resolve4("example.org", () => {})`;
    await runAt(place(), node(script), { confined });
    expect(came > 0).toBe(!confined);
  });

  // As root, on a machine of its own where both are there.
  test.skipIf(process.getuid?.() !== 0)("Docker's socket by its name, and the metadata address", () => {
    const { policy } = place();
    const script = ["/run/docker.sock", "/var/run/docker.sock", { host: "169.254.169.254", port: 80 }]
      .map((to) => connect(to))
      .join("; ");
    const program = join(import.meta.dirname, "../programs/machine.ts");
    const given = [program, JSON.stringify(confined ? policy : null), script];
    const { stdout, stderr } = spawnSync("unshare", ["--mount", "--net", process.execPath, ...given], {
      encoding: "utf8",
    });
    if (stdout === "") throw new Error(stderr);
    const { heard, said } = JSON.parse(stdout) as { heard: string[]; said: string };
    const refusals = confined ? ["ENETUNREACH", "ENOENT", "ENOENT"] : [];
    expect(heard).toEqual(confined ? [] : ["docker", "metadata"]);
    expect(said.trim().split("\n").filter(Boolean).toSorted()).toEqual(refusals);
  });
});

describe("with hosts", () => {
  async function withHosts(script: (port: number) => string, hosts: (port: number) => string[]) {
    const server = createHttp((request, response) => response.end(`seen ${request.url}`));
    server.on("connect", (_, socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const at = place();
    return runAt({ ...at, policy: { ...at.policy, hosts: hosts(port) } }, ["sh", "-c", script(port)], {
      confined: true,
    });
  }
  const local = (port: number) => [`127.0.0.1:${port}`];

  test("one of this machine's is reached by its own port", async () => {
    const { stdout } = await withHosts((port) => `curl -s http://127.0.0.1:${port}/x`, local);
    expect(stdout).toBe("seen /x");
  });

  test("its other ports are not", async () => {
    const { port: other, came } = await listener({ port: 0, host: "127.0.0.1" });
    const proxied = `printf 'CONNECT 127.0.0.1:${other} HTTP/1.1\\r\\n\\r\\n' | socat -t5 - TCP:127.0.0.1:3128`;
    const { stdout } = await withHosts(
      () => `curl -s --noproxy '*' http://127.0.0.1:${other}; ${proxied}`,
      local,
    );
    expect(stdout).toContain("403 Forbidden");
    expect(came()).toBe(0);
  });

  test.each(["http://example.org/", "https://example.org/", "http://169.254.169.254/", "http://1.1.1.1/"])(
    "%s, which is not listed, is refused by the proxy",
    async (url) => {
      const { stdout, status } = await withHosts(
        () => `curl -s -o /dev/null -w '%{http_code} %{http_connect}' ${url}`,
        local,
      );
      expect(stdout).toContain("403");
      expect(status === 0 || stdout.endsWith("403")).toBe(true);
    },
  );

  test("a listed name that leads to the metadata address leads nowhere", async () => {
    const { stdout } = await withHosts(
      () => `curl -s -o /dev/null -w '%{http_connect}' https://metadata.retinue.invalid/`,
      () => ["metadata.retinue.invalid:443"],
    );
    expect(stdout).toBe("502");
  });
});
