import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { eventually, framedAttacks, temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { noEngine, skipped, testEngine } from "../test-engine.ts";
import type { WatchedOutbox } from "../watched-outbox.ts";
import { brokerOf, leaks, modelOutbox } from "./model-outbox.ts";

// A child that does what orders.json of its workspace says.
const attacker = readFileSync(join(import.meta.dirname, "../programs/attacker.mjs"), "utf8");
const engine_command = ["sh", "-c", 'exec node --input-type=module -e "$0"', attacker];
const agents = [{ id: "one", backend: { type: "openai", model: "gpt-5-mini" } }];
const bridge = { host: "127.0.0.1", port: 48_484 };
const ways = { socket: { path: "/models/model.sock" }, bridge };

/** A service of the host's loopback, and one of its abstract sockets: who came to them. */
async function hostServices() {
  const came: string[] = [];
  const [tcp, abstract] = ["tcp", "abstract"].map((name) =>
    createServer((socket) => {
      came.push(name);
      socket.destroy();
    }),
  ) as [ReturnType<typeof createServer>, ReturnType<typeof createServer>];
  const path = `\0retinue-${process.pid}`;
  await new Promise<void>((done) => tcp.listen(0, "127.0.0.1", done));
  await new Promise<void>((done) => abstract.listen(path, done));
  onTestFinished(() => [tcp, abstract].forEach((server) => server.close()));
  const { port } = tcp.address() as { port: number };
  const reach = { "the host's loopback": { host: "127.0.0.1", port }, "its abstract sockets": { path } };
  return { came, port, reach };
}

/** A request as bytes. */
function http(first: string, body: unknown, ...lines: readonly string[]): string {
  const text = JSON.stringify(body);
  const head = [first, "Host: localhost", "Content-Type: application/json", ...lines];
  return `${[...head, `Content-Length: ${Buffer.byteLength(text)}`].join("\r\n")}\r\n\r\n${text}`;
}

const path = "/openai/v1/chat/completions";
const chat = { model: "gpt-5-mini", messages: [{ role: "user", content: "hello" }] };
const post = `POST ${path} HTTP/1.1`;

/** What only somebody inside would send, beside what no client should: with what has to be said to it. */
function attacksOn(port: number, others: string): Readonly<Record<string, readonly [string, RegExp]>> {
  const image = { type: "image_url", image_url: { url: "http://169.254.169.254/latest/meta-data" } };
  const fetching = { ...chat, messages: [{ role: "user", content: [image] }] };
  return {
    ...framedAttacks,
    // What it still sends when it is refused resets its connection, and may take the word with it.
    "1 MB of headers": [framedAttacks["1 MB of headers"]?.[0] ?? "", /^(HTTP\/1.1 431 .*head_too_large|$)/s],
    "the host's loopback, absolute": [
      http(`POST http://127.0.0.1:${port}${path} HTTP/1.1`, chat),
      /^HTTP\/1.1 404 .*path_refused/s,
    ],
    "the host's loopback, by CONNECT": [
      `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
      /^HTTP\/1.1 405 .*method_refused/s,
    ],
    "the metadata address, absolute": [
      "GET http://169.254.169.254/latest/meta-data HTTP/1.1\r\nHost: 169.254.169.254\r\n\r\n",
      /^HTTP\/1.1 400 .*host_refused/s,
    ],
    "the metadata address, fetched by the vendor": [http(post, fetching), /^HTTP\/1.1 400 .*not_granted/s],
    "another run's socket, by path": [
      http(`POST /../${others}/model.sock${path} HTTP/1.1`, chat),
      /^HTTP\/1.1 404 .*path_refused/s,
    ],
    "the route of another run": [
      http("POST /claude/v1/messages HTTP/1.1", chat),
      /^HTTP\/1.1 404 .*path_refused/s,
    ],
    "..": [
      http(`POST /openai/../openai/v1/chat/completions HTTP/1.1`, chat),
      /^HTTP\/1.1 404 .*path_refused/s,
    ],
    "encoded slashes": [
      http("POST /openai%2Fv1%2Fchat/completions HTTP/1.1", chat),
      /^HTTP\/1.1 404 .*path_refused/s,
    ],
    "a model in another case": [
      http(post, { ...chat, model: "GPT-5-mini" }),
      /^HTTP\/1.1 403 .*model_refused/s,
    ],
    "a model with a space": [
      http(post, { ...chat, model: "gpt-5-mini " }),
      /^HTTP\/1.1 403 .*model_refused/s,
    ],
    "a model of its outbox that its team does not have": [
      http(post, { ...chat, model: "o1-pro" }),
      /^HTTP\/1.1 403 .*model_refused/s,
    ],
    "a command of an owner's": ['{"do":"close","run":"a"}\n', /^HTTP\/1.1 400 .*malformed_request/s],
    SOCKS: ["\u0005\u0001\u0000", /^HTTP\/1.1 400 .*malformed_request/s],
    TLS: ["\u0016\u0003\u0001\u0000\u0005hello", /^HTTP\/1.1 400 .*malformed_request/s],
  };
}

function order({ workspaces }: WatchedOutbox, name: string, orders: object): void {
  writeFileSync(join(workspaces, name, "orders.json"), JSON.stringify(orders));
}

function answerOf({ workspaces }: WatchedOutbox, name: string) {
  return JSON.parse(readFileSync(join(workspaces, name, "answer.txt"), "utf8"));
}

describe.skipIf(noEngine !== undefined)(`a child that tries its container${skipped}`, () => {
  it("reaches nothing but its own models, changes nothing of the way there, and harms no other run", async () => {
    const answer = { text: "Well met.", usage: { inputTokens: 10, outputTokens: 2 } };
    const watched = await modelOutbox(
      { respond: () => answer },
      { engine_command, engine_prompt: "argument" },
    );
    const { came, port, reach } = await hostServices();
    const others = watched.workspace("theirs");
    // It asks its model when the attacks are over.
    const ask = http(post, chat);
    order(watched, "theirs", { awaits: "/workspace/go-on", ways, said: { ask } });
    await watched.start();
    watched.put(watched.request("theirs", { yaml_config: { agents } }));
    const runs = join(watched.config.spool, "broker/runs");
    await eventually("the other run has begun", () =>
      watched.events.some(({ event }) => event === "started"),
    );
    const [name = ""] = readdirSync(runs);
    const { instance } = await brokerOf(watched.config.spool).status();

    watched.workspace("ours");
    const attacks = attacksOn(port, name);
    const bytes = Object.fromEntries(Object.entries(attacks).map(([attack, [sent]]) => [attack, sent]));
    const socketOf = (...directory: string[]) => ({ path: join(...directory, "model.sock") });
    order(watched, "ours", {
      reach: {
        ...reach,
        "the same, by IPv6": { host: "::1", port },
        "its bridge of containers": { host: "172.17.0.1", port },
        "the metadata address": { host: "169.254.169.254", port: 80 },
        "the metadata address, by IPv6": { host: "fd00:ec2::254", port: 80 },
        "the engine, where it usually is": { path: "/var/run/docker.sock" },
        "the engine": { path: watched.config.docker_socket },
        "the owners' socket": { path: join(watched.config.spool, "broker/control.sock") },
        "another run's socket": socketOf(runs, name),
        "another run's socket, beside its own": socketOf("/models", name),
        "another run's socket, above its own": socketOf("/models/..", name),
        "another run's socket, through the first process": socketOf("/proc/1/root", runs, name),
        "its own": { path: "/models/model.sock" },
      },
      names: ["metadata.google.internal", "host.docker.internal", "model-broker"],
      files: {
        "a file beside its socket": ["write", "/models/x"],
        "a socket beside its socket": ["listen", "/models/own.sock"],
        "a link beside its socket": ["symlink", "/models/x"],
        "its socket, removed": ["unlink", "/models/model.sock"],
        "its socket, kept elsewhere": ["link", "/models/model.sock"],
        "its socket, taken away": ["rename", "/models/model.sock"],
        "its socket, opened to all": ["chmod", "/models/model.sock"],
        "the bridge": ["write", "/input/bridge.mjs"],
        "the way through the gate": ["unlink", "/input/go"],
        "what the spool has": ["read", join(watched.config.spool, "lock")],
      },
      crowd: { to: bridge, count: 300 },
      ways,
      said: { ...bytes, ask },
    });
    watched.put(watched.request("ours", { yaml_config: { agents } }));
    expect(await watched.response("ours")).toMatchObject({ status: "completed", exit_code: 0 });
    const ours = answerOf(watched, "ours");

    // Docker's: network none.
    expect(ours.interfaces).toEqual(["lo"]);
    const network = {
      "the host's loopback": "ECONNREFUSED",
      "its abstract sockets": "ECONNREFUSED",
      "the same, by IPv6": expect.stringMatching(/^(ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH)$/),
      "its bridge of containers": "ENETUNREACH",
      "the metadata address": "ENETUNREACH",
      "the metadata address, by IPv6": expect.stringMatching(/^(EADDRNOTAVAIL|ENETUNREACH)$/),
    };
    expect(Object.values(ours.names)).toEqual(["EAI_AGAIN", "EAI_AGAIN", "EAI_AGAIN"]);
    expect(came).toEqual([]);
    // Ours: nothing is mounted but the directory of its own socket.
    const absent = Object.keys(ours.reach).filter((each) => !(each in network) && each !== "its own");
    expect(ours.reach).toEqual({
      ...network,
      ...Object.fromEntries(absent.map((each) => [each, "ENOENT"])),
      "its own": "connected",
    });
    expect(absent).toHaveLength(7);
    // Ours: it is mounted to be read.
    const { "its socket, kept elsewhere": kept, "its socket, taken away": taken, ...changed } = ours.files;
    expect([kept, taken]).toEqual(["EXDEV", "EXDEV"]);
    expect(changed).toEqual({
      ...Object.fromEntries(Object.keys(changed).map((each) => [each, "EROFS"])),
      "a socket beside its socket": expect.stringMatching(/^(EROFS|EACCES)$/),
      "what the spool has": "ENOENT",
    });
    // The broker's.
    expect(ours.crowd.left).toBe(64);
    expect(ours.crowd.words).not.toEqual([]);
    for (const word of ours.crowd.words) expect(word).toMatch(/^HTTP\/1.1 503 .*too_many_connections/s);
    for (const way of Object.keys(ways))
      for (const [attack, [, said]] of Object.entries(attacks))
        expect([way, attack, ours.said[way][attack]]).toEqual([way, attack, expect.stringMatching(said)]);
    expect(watched.vendor.requests).toHaveLength(2);

    writeFileSync(join(others, "go-on"), "");
    expect(await watched.response("theirs")).toMatchObject({ status: "completed", spent: { requests: 2 } });
    for (const { said } of [ours, answerOf(watched, "theirs")])
      for (const way of Object.keys(ways)) expect(said[way].ask).toMatch(/^HTTP\/1.1 200 .*Well met/s);
    expect((await brokerOf(watched.config.spool).status()).instance).toBe(instance);
    expect(leaks(watched)).toEqual([]);
  });

  it("would reach the host and another run in a container without these defences", async () => {
    const { docker, image } = await testEngine();
    const { came, reach } = await hostServices();
    const runs = temporaryDirectory("retinue-runs-");
    const workspace = temporaryDirectory("retinue-undefended-");
    for (const each of [runs, workspace]) chmodSync(each, 0o777);
    const served = createServer((socket) => socket.destroy());
    mkdirSync(join(runs, "theirs"));
    await new Promise<void>((done) => served.listen(join(runs, "theirs/model.sock"), done));
    onTestFinished(() => void served.close());
    const orders = {
      reach: { ...reach, "another run's socket": { path: "/models/theirs/model.sock" } },
      files: { "a file beside its socket": ["write", "/models/x"] },
    };
    writeFileSync(join(workspace, "orders.json"), JSON.stringify(orders));
    const container = await docker.createContainer({
      Image: image,
      Cmd: engine_command,
      HostConfig: { NetworkMode: "host", Binds: [`${runs}:/models`, `${workspace}:/workspace`] },
    });
    onTestFinished(() => container.remove({ force: true }));
    await container.start();
    expect(await container.wait()).toMatchObject({ StatusCode: 0 });
    const said = JSON.parse(readFileSync(join(workspace, "answer.txt"), "utf8"));
    expect(new Set(Object.values(said.reach))).toEqual(new Set(["connected"]));
    expect(said.files).toEqual({ "a file beside its socket": "done" });
    expect(came).toEqual(["tcp", "abstract"]);
  });
});
