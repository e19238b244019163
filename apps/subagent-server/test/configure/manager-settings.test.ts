import { temporaryDirectory, verifies } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { managerSettings } from "../../src/configure/manager-settings.ts";
import type { FlagValues } from "../../src/flags/parse-flags.ts";

const team = [{ id: "solo", backend: { type: "command", command: ["true"] } }];
const yaml = `
agents:
  - id: a
    backend: {type: command, command: [cat]}
  - id: b
    backend: {type: command, command: [cat]}
orchestrator:
  context_paths: [{path: docs}]
  agent_temporary_workspace: temp
  coordination:
    subagent_default_timeout: 120
    subagent_max_concurrent: 5
    subagent_runtime_mode: isolated
    subagent_runtime_fallback_mode: inherited
    subagent_host_launch_prefix: null
`;

function settings(directory: string, flags: FlagValues = {}, logged: string[] = []) {
  return managerSettings({ flags, directory, environment: { PATH: "" }, log: (line) => logged.push(line) });
}

test("without flags: the directory itself, its retinue.yaml, our engine", async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "retinue.yaml"), yaml);
  const { options, teamMissingIn } = await settings(directory);
  expect(teamMissingIn).toBeUndefined();
  expect(options).toMatchObject({
    workspace: directory,
    agents: [{ id: "a" }, { id: "b" }],
    engine: { kind: "retinue-child", command: [process.execPath, expect.stringMatching(/main\.js$/)] },
    runtimeMode: "isolated",
    runtimeFallbackMode: "inherited",
    hostLaunchPrefix: undefined,
    maxConcurrent: 5,
    timeouts: { defaultSeconds: 120, minSeconds: 60, maxSeconds: 600 },
    temporaryWorkspace: join(directory, "temp"),
    contextPaths: [{ path: join(directory, "docs") }],
  });
});

test("without any file there is no team, and it is said where one was looked for", async () => {
  const directory = temporaryDirectory();
  const { options, teamMissingIn } = await settings(directory);
  expect(options.agents).toEqual([]);
  expect(teamMissingIn).toBe(join(directory, "retinue.yaml"));
});

test("flags win over files, and a default above the maximum is told", async () => {
  const directory = temporaryDirectory();
  const file = (name: string, content: unknown) => {
    writeFileSync(join(directory, name), JSON.stringify(content));
    return join(directory, name);
  };
  const logged: string[] = [];
  const { options } = await settings(
    directory,
    {
      "workspace-path": directory,
      "agent-configs-file": file("agents.json", team),
      "coordination-config-file": file("c.json", {
        subagent_max_timeout: 700,
        subagent_max_concurrent: 9,
        x: 1,
      }),
      "context-paths-file": file("p.json", ["/one", { path: "two", permission: "write" }]),
      "orchestrator-config": '{"enabled": true}',
      "max-concurrent": "2",
      "default-timeout": "900",
      "runtime-mode": "inherited",
      "host-launch-prefix": '["ssh", "host"]',
      "agent-id": "me",
    },
    logged,
  );
  expect(options).toMatchObject({
    parentAgentId: "me",
    agents: team,
    maxConcurrent: 2,
    runtimeMode: "inherited",
    hostLaunchPrefix: ["ssh", "host"],
    timeouts: { defaultSeconds: 900, maxSeconds: 900 },
    contextPaths: [{ path: "/one" }, { path: join(directory, "two") }],
    coordination: { x: 1, subagent_orchestrator: { enabled: true } },
  });
  expect(logged).toEqual([expect.stringContaining("the maximum was raised to 900")]);
});

test("a file that MassGen has moved away is found in the newest snapshot", async () => {
  const directory = temporaryDirectory();
  for (const [peer, seconds] of [
    ["old", 1000],
    ["new", 2000],
  ] as const) {
    const folder = join(directory, "temp", peer, ".massgen/subagent_mcp");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "t_agents.json"), JSON.stringify([{ ...team[0], id: peer }]));
    utimesSync(join(folder, "t_agents.json"), seconds, seconds);
  }
  const { options } = await settings(directory, {
    "agent-configs-file": join(directory, ".massgen/subagent_mcp/t_agents.json"),
    "agent-temporary-workspace": join(directory, "temp"),
  });
  expect(options.agents).toMatchObject([{ id: "new" }]);
});

const broken: [what: string, make: (path: string) => void, problem: RegExp][] = [
  ["does not exist", () => {}, /does not exist/],
  ["is no JSON", (path) => writeFileSync(path, "{"), /is not JSON/],
  [
    "has another shape",
    (path) => writeFileSync(path, '[{"id": "a/b", "backend": {}}]'),
    /\[0\]\.id: must be 1 to 63.*\[0\]\.backend\.type/,
  ],
  ["is empty of agents", (path) => writeFileSync(path, "[]"), /\(top\)/],
  ["is a directory", (path) => mkdirSync(path), /not a regular file/],
  ["is a FIFO", (path) => void execFileSync("mkfifo", [path]), /not a regular file/],
  ["is a loop of links", (path) => symlinkSync(path, path), /ELOOP/],
  [
    "is huge",
    (path) => {
      writeFileSync(path, "");
      truncateSync(path, 1e10);
    },
    /larger than 1048576 bytes/,
  ],
];
test.each(broken)(
  "a file of a flag that %s is refused by name, flag and remedy",
  async (_, make, problem) => {
    const path = join(temporaryDirectory(), "agents.json");
    make(path);
    await expect(settings("/", { "agent-configs-file": path })).rejects.toMatchObject({
      code: "INVALID_FILE",
      message: expect.stringMatching(problem),
      remedy: expect.stringContaining(path),
      details: { path, source: "--agent-configs-file" },
      retryable: true,
    });
  },
);

test.each([
  ["no YAML", "agents: [", /retinue\.yaml:1:10 \(top\): must be YAML/],
  ["no team", "agents: []", /agents/],
  [
    "a timeout in words",
    "agents: [{id: a, backend: {type: command}}]\norchestrator: {coordination: {subagent_min_timeout: soon}}",
    /orchestrator\.coordination\.subagent_min_timeout/,
  ],
  [
    "an unknown engine",
    "agents: [{id: a, backend: {type: command}}]\nretinue: {engine: other}",
    /retinue\.engine/,
  ],
])("a retinue.yaml with %s is refused by key", async (_, text, problem) => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "retinue.yaml"), text);
  await expect(settings(directory)).rejects.toMatchObject({
    code: "INVALID_FILE",
    message: expect.stringMatching(problem),
  });
});

test("a --config that does not exist, a prefix that is no list and an unknown engine are refused", async () => {
  await expect(settings("/", { config: "/nowhere.yaml" })).rejects.toMatchObject({
    message: expect.stringContaining("/nowhere.yaml"),
  });
  for (const text of ["ssh host", '{"a": 1}', '["ssh", 1]']) {
    await expect(settings("/", { "host-launch-prefix": text })).rejects.toMatchObject({
      message: expect.stringContaining("--host-launch-prefix"),
    });
  }
  await expect(settings("/", { engine: "other" })).rejects.toMatchObject({ code: "INVALID_FLAG" });
});

test("what a broken file holds is not told: it may be a key", async () => {
  const path = join(temporaryDirectory(), "agents.json");
  writeFileSync(path, '[{"id": "a", "backend": {"api_key": "sk-secret-1" oops}}]');
  const refused = settings("/", { "agent-configs-file": path });
  await expect(refused).rejects.toMatchObject({
    message: expect.stringMatching(/not JSON, at position \d+/),
  });
  await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining("sk-") });
});

test("a workspace that is no directory is refused", async () => {
  await expect(settings("/nowhere/at/all")).rejects.toMatchObject({
    code: "INVALID_FLAG",
    message: expect.stringContaining("/nowhere/at/all"),
    remedy: expect.stringContaining("--workspace-path"),
  });
});

test(`an entry for a parent in a container starts runs directly where the server is on a host, and each result says so ${verifies("ENTRY-HOST-REWRITE")}`, async () => {
  const directory = temporaryDirectory();
  const start = (flags: FlagValues, inContainer: boolean) =>
    managerSettings({
      flags,
      directory,
      environment: { PATH: "" },
      log: () => {},
      isContainer: () => inContainer,
    });
  const flags = { "runtime-mode": "Delegated", "delegation-directory": "/outbox" };
  expect((await start(flags, false)).options).toMatchObject({
    runtimeMode: "isolated",
    notice: expect.stringContaining("--runtime-mode Delegated was taken for isolated"),
  });
  expect((await start(flags, true)).options).toMatchObject({ runtimeMode: "Delegated" });
  expect((await start({ "runtime-mode": "inherited" }, false)).options).toMatchObject({
    runtimeMode: "inherited",
  });

  // What a file says of this very server is not taken for something else.
  const file = yaml.replace("mode: isolated", "mode: delegated").replace("mode: inherited", "mode: null");
  writeFileSync(join(directory, "retinue.yaml"), file);
  const { options } = await start({}, false);
  expect(options.runtimeMode).toBe("delegated");
  expect(options).not.toHaveProperty("notice");
});
