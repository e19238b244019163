import { connectBroker } from "@retinue/model-broker";
import type { DetectedMachine } from "@retinue/runtime";
import { temporaryDirectory } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { person, retinueIn, startRetinueIn } from "../retinue-in.ts";

const child = join(import.meta.dirname, "../../../child/dist/main.js");

/** Programs that answer as the real ones do: their versions and logins are to be the README's. */
function program(bin: string, name: string, version: string, login: string) {
  const script = `#!/bin/sh\ncase "$1" in --version) echo ${version} ;; *) ${login} ;; esac\n`;
  writeFileSync(join(bin, name), script);
  chmodSync(join(bin, name), 0o755);
}

test("what the README shows is what it prints", async () => {
  const somebody = person();
  const { home, bin, environment } = somebody;
  const loggedIn = `echo '{"loggedIn": true, "authMethod": "claude.ai"}'`;
  program(bin, "claude", "2.1.197", loggedIn);
  program(bin, "codex", "codex-cli 0.169.0", "exit 1");
  const socket = join(home, "docker.sock");
  const engine = createServer((_, response) => response.end('{"Version": "29.1.3"}'));
  await new Promise<void>((resolve) => engine.listen(socket, resolve));
  onTestFinished(() => void engine.close());

  const { status, stdout } = await startRetinueIn(somebody, ["doctor"], {
    ...environment,
    GEMINI_API_KEY: "sk-a-secret",
    DOCKER_HOST: `unix://${socket}`,
  });
  expect(status).toBe(0);
  expect(stdout).not.toContain("sk-a-secret");
  const shown = readFileSync(join(import.meta.dirname, "../../examples/doctor.txt"), "utf8");
  const general = stdout.replace(child, "/usr/lib/node_modules/retinue-child/dist/main.js");
  expect(withoutSandbox(general.replace(socket, "/var/run/docker.sock"))).toBe(withoutSandbox(shown));
  // Which of them it is depends on the machine of the test.
  for (const text of [stdout, shown]) {
    expect(sandboxOf(text)).toMatch(/^ {2}(yes|no ) {2}isolated runs +this is a (host|container): /);
    expect(sandboxOf(text)).toMatch(/\n {2}(yes|no ) {2}cgroup +\S/);
  }
});

test("with nothing there it exits with 1, and says as JSON what it says as text", () => {
  const somebody = person();
  const json = retinueIn(somebody, ["doctor", "--json"]);
  expect(json.status).toBe(1);
  const detected = JSON.parse(json.stdout) as DetectedMachine;
  const text = retinueIn(somebody, ["doctor"]);
  expect(text.status).toBe(1);
  const { engines, agents, keys, sandbox, docker } = detected;
  for (const { name, remedy = "" } of [engines, agents, keys, sandbox, docker].flat()) {
    expect(text.stdout).toContain(name);
    expect(text.stdout).toContain(remedy);
  }
  expect(text.stdout).toMatch(
    /is refused; to change that\n {2}\$ npm install -g @anthropic-ai\/claude-code\n$/,
  );
});

const sandboxSection = /\nsandbox\n([^]*?)\n\n/;

function sandboxOf(text: string): string {
  return sandboxSection.exec(text)?.[1] ?? "";
}

function withoutSandbox(text: string): string {
  return text.replace(sandboxSection, "\n");
}

test("of a configured broker it says whose key is missing, and which routes answer where it is to call", async () => {
  const somebody = person();
  const { work, environment } = somebody;
  const vendor = await startVendorApi({ respond: () => ({ text: "Yes." }) });
  onTestFinished(() => vendor.stop());
  // Short: a socket's path is.
  const state = temporaryDirectory("rt-");
  const broker = connectBroker(join(state, "retinue/broker/control.sock"));
  onTestFinished(async () => void process.kill((await broker.status()).pid, "SIGKILL"));
  const canary = "sk-canary-of-retinue-doctor";
  const env = { ...environment, XDG_STATE_HOME: state, OPENAI_API_KEY: canary };
  const configured = (coordination: object, agents: object[]) =>
    writeFileSync(
      join(work, "retinue.yaml"),
      JSON.stringify({ agents, orchestrator: { coordination: { subagent_broker: true, ...coordination } } }),
    );
  const openai = { type: "openai", model: "gpt-5-mini", base_url: `${vendor.url}/v1` };
  const claude = { type: "claude", model: "claude-haiku-4-5", base_url: vendor.url };
  configured({}, [
    { id: "one", backend: openai },
    { id: "two", backend: claude },
  ]);

  const keyless = await startRetinueIn(somebody, ["doctor"], env);
  expect(keyless.status).toBe(1);
  expect(keyless.stdout).toMatch(/\nmodels, through the broker\n/);
  expect(keyless.stdout).toMatch(/\n {2}yes {2}the route openai has its key +OPENAI_API_KEY\n/);
  expect(keyless.stdout).toMatch(/\n {2}no {3}the route claude has its key +.*ANTHROPIC_API_KEY is not set/);
  expect(vendor.requests).toHaveLength(0);

  const keyed = { ...env, ANTHROPIC_API_KEY: canary };
  const called = await startRetinueIn(somebody, ["doctor", "--call"], keyed);
  expect(called.stdout).toMatch(/\n {2}yes {2}the route claude answers +claude-haiku-4-5: answered\n/);
  expect(called.stdout).toMatch(/\n {2}yes {2}the route openai answers +gpt-5-mini: answered\n/);
  expect({ status: called.status, calls: vendor.requests.length }).toEqual({ status: 0, calls: 2 });
  expect((await broker.status()).runs).toEqual([]);

  // Routes that are configured are looked at whatever the team asks; what does not answer is said.
  const gone = { upstream: "http://127.0.0.1:9", models: ["small"] };
  configured({ subagent_broker_routes: { local: gone } }, [{ id: "one", backend: openai }]);
  const json = await startRetinueIn(somebody, ["doctor", "--call", "--json"], keyed);
  expect(json.status).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    routes: [
      { name: "the route local has its key", ok: true },
      { name: "the route local answers", ok: false },
    ],
  });
  expect(keyless.stdout + called.stdout + json.stdout).not.toContain(canary);
});
