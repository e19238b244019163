import type { DetectedMachine } from "@retinue/runtime";
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
