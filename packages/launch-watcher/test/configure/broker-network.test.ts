import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";
import { brokerNetwork, diagnose, LaunchWatcherError, parseWatcherConfig } from "../../src/index.ts";

const outbox = { name: "one", directory: "/srv/one/outbox", workspace_roots: ["/srv/one/work"] };
const routes = { openai: { upstream: "https://api.openai.com", key_env: "K", models: ["gpt-5-mini"] } };
const network = { host: "retinue-broker", certificate: "/etc/b/tls.crt", secret: "/etc/b/secret" };
const docker = { version: 1, spool: "/srv/spool", image: "child:1", outboxes: [outbox] };
const kubernetes = {
  ...docker,
  engine: "kubernetes",
  mount_pinning: "gate",
  kubernetes: { namespace: "retinue", claims: [{ path: "/srv", claim: "shared" }] },
};

function said(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof LaunchWatcherError) return error.message;
    throw error;
  }
  return "";
}

it.each([
  ["none of another machine for containers without a network", docker, { network }, "engine is docker"],
  ["no socket for pods of other machines", kubernetes, {}, "name the broker's place in broker.network"],
  ["no name that is none", kubernetes, { network: { ...network, host: "a b" } }, "broker.network.host"],
  [
    "no certificate by a relative path",
    kubernetes,
    { network: { ...network, certificate: "c" } },
    "certificate",
  ],
])("a broker: %s", (_what, config, broker, message) => {
  expect(said(() => parseWatcherConfig({ ...config, broker: { routes, ...broker } }))).toContain(message);
});

it("a broker of the network has ports of its own, and needs its key and its secret to serve", () => {
  const directory = temporaryDirectory();
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const own = {
    ...network,
    certificate: file("crt", "a certificate"),
    secret: file("secret", "the secret\n"),
  };
  const serves = (of: object, environment = { K: "sk-1" }) =>
    brokerNetwork(parseWatcherConfig({ ...kubernetes, broker: { routes, network: of } }), environment);
  expect(said(() => serves(own))).toContain("no broker.network.key");
  const whole = { ...own, key: file("key", "a key") };
  expect(serves(whole)).toMatchObject({
    port: 8484,
    controlPort: 8485,
    certificate: "a certificate",
    key: "a key",
    secret: "the secret",
    keys: { openai: "sk-1" },
  });
  expect(said(() => serves({ ...whole, secret: file("empty", "\n") }))).toContain("there is nothing in");
  expect(said(() => serves({ ...whole, secret: join(directory, "none") }))).toContain("cannot be read");
  expect(said(() => serves(whole, { K: "" }))).toContain("K is not set");
});

it("the doctor names a file of the broker's that it cannot read", async () => {
  const config = parseWatcherConfig({
    ...kubernetes,
    spool: "/srv/nowhere/spool",
    kubernetes: { ...kubernetes.kubernetes, kubeconfig: kubeconfig() },
    broker: { routes, network },
  });
  const findings = await diagnose(config);
  expect(findings.find(({ name }) => name === "the broker answers")).toMatchObject({
    ok: false,
    required: true,
    found: expect.stringContaining("/etc/b/tls.crt"),
  });
});

function kubeconfig(): string {
  const path = join(temporaryDirectory(), "config");
  const cluster = { name: "c", cluster: { server: "http://127.0.0.1:1" } };
  const contexts = [{ name: "c", context: { cluster: "c", user: "u" } }];
  const users = [{ name: "u", user: {} }];
  writeFileSync(path, JSON.stringify({ clusters: [cluster], contexts, users, "current-context": "c" }));
  return path;
}
