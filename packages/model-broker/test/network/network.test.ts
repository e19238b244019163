import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { connect as connectSecurely } from "node:tls";
import { eventually, filesWith, selfSigned } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import { checkRoutes, connectBroker, newToken } from "../../src/index.ts";
import { serveBroker } from "../../src/serve/index.ts";
import { asks, bearing, hostKey, networked, secret, word } from "./networked.ts";

const refused = { status: 401, code: "token_refused" };

it("a run asks over the network by its token, with the broker's key, and what it spent is its own", async () => {
  const host = await networked();
  const [one, other] = [await host.open("one"), await host.open("other")];
  expect(await asks(host, bearing(one))).toMatchObject({ status: 200 });
  expect(await asks(host, { "x-api-key": one })).toMatchObject({ status: 200 });
  expect(await asks(host, { "x-goog-api-key": other })).toMatchObject({ status: 200 });
  expect(host.asked).toHaveLength(3);
  for (const text of host.asked) expect(text).toContain(`Bearer ${hostKey}`);
  const spent = async (run: string) => (await host.owner.spending(run)).run.requests;
  expect([await spent("one"), await spent("other")]).toEqual([2, 1]);
  const calls = await host.owner.calls("one");
  expect(calls.map(({ total }) => total.requests)).toEqual([1, 2]);
  await host.owner.close("one");
  expect(await host.owner.calls("one")).toHaveLength(2);
  await host.owner.forget("one");
  expect(await host.owner.calls("one")).toEqual([]);
  expect(readdirSync(join(host.directory, "calls"))).toHaveLength(1);
});

it("no token, a forged one, one of a run that ended, and two runs' at once are refused as the vendors do", async () => {
  const host = await networked();
  const [ours, theirs, ended] = [
    await host.open("ours"),
    await host.open("theirs"),
    await host.open("ended"),
  ];
  await host.owner.close("ended");
  const wrong: Record<string, string>[] = [
    {},
    bearing(""),
    bearing(newToken().token),
    bearing(`${ours}x`),
    bearing(ours.slice(0, -1)),
    bearing(ended),
    bearing(secret),
    { ...bearing(ours), "x-api-key": theirs },
    { ...bearing(ours), "x-api-key": "wrong" },
  ];
  for (const headers of wrong) {
    const said = await asks(host, headers);
    expect(said).toMatchObject(refused);
    expect(JSON.parse(said.text)).toMatchObject({ error: { type: "token_refused", param: null } });
  }
  expect(await asks(host, bearing(ours), { path: `/openai/v1/chat/completions?key=${ours}` })).toMatchObject({
    status: 400,
    code: "token_in_url",
  });
  expect(host.asked).toEqual([]);
  // A run of the same name has another token.
  await host.open("ended");
  expect(await asks(host, bearing(ended))).toMatchObject(refused);
});

it("the same limits hold as at a socket: the budget, the models, the path", async () => {
  const host = await networked();
  const token = await host.open("one", { limits: { requests: 1 } });
  expect(await asks(host, bearing(token), { body: { ...word, model: "other" } })).toMatchObject({
    status: 403,
    code: "model_refused",
  });
  expect(await asks(host, bearing(token), { path: "/claude/v1/messages" })).toMatchObject({ status: 404 });
  expect(await asks(host, bearing(token), { method: "GET" })).toMatchObject({ status: 405 });
  expect(await asks(host, bearing(token))).toMatchObject({ status: 200 });
  expect(await asks(host, bearing(token))).toMatchObject({ status: 403, code: "budget_exhausted" });
  expect(host.asked).toHaveLength(1);
});

it("nothing that opens a run or asks a vendor is on the broker's disk", async () => {
  const host = await networked();
  const token = await host.open("one");
  await asks(host, bearing(token));
  for (const text of [token, secret, hostKey]) expect(filesWith(text, [host.directory])).toEqual([]);
});

it("the owner's port takes no run's token, and a run's port no command", async () => {
  const host = await networked();
  const token = await host.open("one");
  const control = { port: host.address.controlPort, address: host.address };
  const command = { path: "/command", body: { do: "status" } };
  expect(await asks(control, bearing(token), command)).toMatchObject(refused);
  expect(await asks(control, {}, command)).toMatchObject(refused);
  expect(await asks(control, bearing(token), { path: "/attend", method: "GET" })).toMatchObject(refused);
  expect(await asks(host, bearing(secret), command)).toMatchObject(refused);
  expect(await asks(host, bearing(token), command)).toMatchObject({ status: 404 });
  // And there is nothing else to be had: no metrics, no health, no list.
  for (const path of ["/", "/metrics", "/healthz", "/status", "/debug/pprof"])
    for (const at of [control, host]) {
      expect(await asks(at, {}, { path, method: "GET" })).toMatchObject(refused);
      const known = at === host ? token : secret;
      expect(await asks(at, bearing(known), { path, method: "GET" })).toMatchObject({ status: 404 });
    }
  const stranger = connectBroker({ ...host.address, secret: "another secret, which is long enough too" });
  await expect(stranger.status()).rejects.toMatchObject({
    code: "BROKER_FAILED",
    message: expect.stringContaining("401"),
  });
});

it("an owner opens what the broker's file has, and sends its keys nowhere else", async () => {
  const host = await networked();
  const { routes } = host;
  const { sha256 } = newToken();
  const base = { run: "one", routes, token_sha256: sha256 };
  const openai = routes["openai"];
  const wrong: [string, object][] = [
    [
      "routes.openai: is another one here",
      { routes: { openai: { ...openai, upstream: "https://evil.invalid" } } },
    ],
    ["routes.other: this broker has no such route", { routes: { other: openai } }],
    ["none of this broker's", { routes: { openai: { ...openai, models: ["gpt-9"] } } }],
    ["keys: this broker has its own", { keys: { openai: "sk-other" } }],
    ["log: is not taken", { log: "/etc/passwd" }],
    ["record: is not taken", { record: { path: "/tmp/a", run: 1, lock: "/tmp/b" } }],
    ["token_sha256: is missing", { token_sha256: undefined }],
    ["tcp", { tcp: true }],
  ];
  for (const [message, of] of wrong)
    await expect(host.owner.open({ ...base, ...of } as never)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining(message),
    });
  await host.owner.open({ ...base, routes: { openai: { ...openai, models: ["gpt-5"] } } as never });
  await expect(host.owner.open({ ...base, run: "two" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining("that of another run"),
  });
});

it("what is in flight is cut off when its run is closed, and counts as the most that it can have cost", async () => {
  const host = await networked({}, () => {});
  const [token, other] = [await host.open("one"), await host.open("two")];
  const held = asks(host, bearing(token)).catch(() => "cut");
  const goes = asks(host, bearing(other)).catch(() => "cut");
  await eventually("both are asked", () => host.asked.length === 2);
  const { run } = await host.owner.close("one");
  expect(await held).toBe("cut");
  expect(run).toMatchObject({ requests: 1, estimated: 1 });
  await host.owner.close("two");
  expect(await goes).toBe("cut");
});

it("who shows no token, or agrees on no key, takes no place of a run's, and each run has its own", async () => {
  const bounds = { connections: 1, strangers: 4, strangerMs: 600_000 };
  const host = await networked({ bounds }, () => {});
  const [one, two] = [await host.open("one"), await host.open("two")];
  const strangers = Array.from({ length: 30 }, () => connect(host.port, "127.0.0.1").on("error", () => {}));
  const open = () => strangers.filter(({ closed }) => !closed).length;
  await eventually("the oldest have gone", () => open() <= 4);
  const held = [one, two].map((token) => asks(host, bearing(token)).catch(() => "cut"));
  await eventually("both are asked", () => host.asked.length === 2);
  expect(await asks(host, bearing(one))).toMatchObject({ status: 503, code: "too_many_connections" });
  for (const stranger of strangers) stranger.destroy();
  await host.stop();
  expect(await Promise.all(held)).toEqual(["cut", "cut"]);
});

it("who agrees on no key in time is cut off", async () => {
  const host = await networked({ bounds: { strangerMs: 200 } });
  const silent = connect(host.port, "127.0.0.1");
  expect(await silent.toArray()).toEqual([]);
});

it("speaks TLS 1.3 alone, and shows the certificate that its clients know it by", async () => {
  const host = await networked();
  const { authority: ca } = host.address;
  const at = { host: "127.0.0.1", port: host.port, ca, servername: "retinue-broker" };
  const tried = (of: object) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = connectSecurely({ ...at, ...of }, () => resolve(socket.getProtocol() ?? ""));
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    return promise.finally(() => socket.destroy());
  };
  expect(await tried({})).toBe("TLSv1.3");
  expect(await tried({ maxVersion: "TLSv1.2" })).toContain("PROTOCOL_VERSION");
  expect(await tried({ servername: "other" })).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  expect(await tried({ ca: selfSigned("retinue-broker").certificate })).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
});

it("is looked at by a call to each route, and an owner is told when it has gone", async () => {
  const host = await networked();
  const remote = { address: host.address, port: host.port };
  const call = { directory: "/nowhere", command: undefined };
  const found = await checkRoutes(host.routes, { environment: {}, remote, call });
  expect(found).toMatchObject([
    { name: "the broker answers", ok: true },
    { name: "the route openai answers", ok: true },
  ]);
  expect((await host.owner.status()).runs).toEqual([]);
  const { promise, resolve } = Promise.withResolvers<void>();
  const attending = host.owner.attend(resolve);
  onTestFinished(() => attending[Symbol.dispose]());
  await host.stop();
  await promise;
  expect(await checkRoutes(host.routes, { environment: {}, remote })).toMatchObject([{ ok: false }]);
});

it("is not begun with a secret that can be guessed, or a port that is taken", async () => {
  const { network, directory, port } = await networked();
  const other = `${directory}-other`;
  await expect(
    serveBroker({ directory: other, network: { ...network, secret: "short" } }),
  ).rejects.toMatchObject({ code: "INVALID_INPUT", message: expect.stringContaining("less than 32") });
  await expect(serveBroker({ directory: other, network: { ...network, port } })).rejects.toThrow(
    "EADDRINUSE",
  );
  // What was begun of it is let go.
  const { stop } = await serveBroker({ directory: other, network });
  await stop();
  expect(execFileSync("ls", [other], { encoding: "utf8" })).toContain("ledgers");
});
