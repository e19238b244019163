import { temporaryDirectory, verifies } from "@retinue/testkit";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { detectSandbox } from "../../src/detect/detect-sandbox.ts";
import { settingsOf, type SubagentManagerOptions } from "../../src/configure/manager-options.ts";
import { isInsideContainer } from "../../src/mode/container-detection.ts";
import { resolveMode } from "../../src/mode/resolve-mode.ts";

const base: SubagentManagerOptions = {
  workspace: "/ws",
  agents: [{ id: "a", backend: { type: "command" } }],
  engine: { kind: "retinue-child", command: ["retinue-child"] },
  environment: {},
};
const inContainer = { ...base, isContainer: () => true };
const onHost = { ...base, isContainer: () => false };

test(`isolated runs on a host, and in a container through a launch prefix ${verifies("MODE-ISOLATED")}`, () => {
  expect(resolveMode(settingsOf(onHost))).toEqual({ mode: "isolated", warning: undefined });
  expect(resolveMode(settingsOf({ ...inContainer, hostLaunchPrefix: ["on-host"] })).mode).toBe("isolated");
});

test(`isolated in a container without a prefix is refused, saying what to configure ${verifies("MODE-UNAVAILABLE")}`, () => {
  expect(() => resolveMode(settingsOf(inContainer))).toThrow(
    expect.objectContaining({
      code: "MODE_UNAVAILABLE",
      remedy: expect.stringContaining("subagent_host_launch_prefix"),
    }),
  );
});

test(`the explicit fallback goes ahead in inherited, with a warning ${verifies("MODE-FALLBACK")}`, () => {
  const resolved = resolveMode(settingsOf({ ...inContainer, runtimeFallbackMode: "inherited" }));
  expect(resolved.mode).toBe("inherited");
  expect(resolved.warning).toMatch(/^shares this container.*subagent_host_launch_prefix/);
});

test("a host does not fall back", () => {
  expect(resolveMode(settingsOf({ ...onHost, runtimeFallbackMode: "inherited" })).warning).toBeUndefined();
});

test(`delegated needs a container and a delegation directory, and is never weakened ${verifies("DELEGATED-PREREQUISITES")}`, () => {
  const delegated = { ...inContainer, runtimeMode: "delegated" as const };
  const directory = temporaryDirectory();
  expect(resolveMode(settingsOf({ ...delegated, delegationDirectory: directory })).mode).toBe("delegated");
  const refused = (options: SubagentManagerOptions, message: RegExp) => {
    expect(() => resolveMode(settingsOf(options))).toThrow(
      expect.objectContaining({ code: "MODE_UNAVAILABLE", message: expect.stringMatching(message) }),
    );
  };
  refused(delegated, /no delegation directory is given/);
  refused({ ...delegated, delegationDirectory: `${directory}/gone` }, /gone is not a directory/);
  refused({ ...onHost, runtimeMode: "delegated", delegationDirectory: directory }, /not inside a container/);
});

test(`Codex with Docker execution delegates where it can, unless something else was asked for ${verifies("DELEGATED-CODEX-DETECTION")}`, () => {
  const codex = { id: "parent", backend: { type: "codex", command_line_execution_mode: "docker" } };
  const delegationDirectory = temporaryDirectory();
  const options = { ...inContainer, agents: [codex, ...(base.agents ?? [])], delegationDirectory };
  const modeOf = (changes: Partial<SubagentManagerOptions>) =>
    resolveMode(settingsOf({ ...options, ...changes })).mode;
  expect(modeOf({})).toBe("delegated");
  expect(modeOf({ hostLaunchPrefix: ["on-host"] })).toBe("isolated");
  expect(modeOf({ runtimeFallbackMode: "inherited" })).toBe("inherited");
  expect(modeOf({ isContainer: () => false })).toBe("isolated");
  expect(() => modeOf({ delegationDirectory: undefined })).toThrow(/isolated is not possible/);
  expect(() => modeOf({ parentAgentId: "a" })).toThrow(/isolated is not possible/);
});

test.each([
  [{ runtimeMode: "docker" }, /runtimeMode.*"docker"/],
  [{ runtimeMode: "inherited", runtimeFallbackMode: "inherited" }, /does not go with/],
  [{ runtimeMode: "delegated", runtimeFallbackMode: "inherited" }, /does not go with/],
  [{ runtimeFallbackMode: "isolated" }, /runtimeFallbackMode/],
  [{ hostLaunchPrefix: ["nsenter", " "] }, /hostLaunchPrefix\[1\]/],
  [{ workspace: "relative" }, /workspace: must be an absolute path \(found "relative"\)/],
  [{ maxConcurrent: 0 }, /maxConcurrent/],
  [{ agents: [{ id: "../x", backend: { type: "command" } }] }, /agents\[0\]\.id/],
])("refuses the settings %j", (settings, message) => {
  expect(() => settingsOf({ ...base, ...settings } as SubagentManagerOptions)).toThrow(
    expect.objectContaining({ code: "INVALID_CONFIGURATION", message: expect.stringMatching(message) }),
  );
});

test("this machine is looked at when nothing is injected", () => {
  expect(typeof isInsideContainer()).toBe("boolean");
});

test(`inherited stays where the parent is, on a host and in a container ${verifies("MODE-INHERITED")}`, () => {
  for (const options of [onHost, inContainer]) {
    const resolved = resolveMode(settingsOf({ ...options, runtimeMode: "inherited" }));
    expect(resolved).toEqual({ mode: "inherited", warning: undefined });
  }
});

test("nothing says that an isolated run has a boundary by itself: a sandbox is asked for", async () => {
  const delegated = { ...onHost, runtimeMode: "delegated" as const };
  expect(() => resolveMode(settingsOf(delegated))).toThrow(
    expect.objectContaining({
      remedy: expect.stringMatching(/a process of its own, confined where subagent_sandbox says so/),
    }),
  );
  const [isolation] = await detectSandbox({});
  const where = isInsideContainer() ? /container: runs share it/ : /a process of its own$/;
  expect(isolation?.found).toMatch(where);
  const root = new URL("../../../..", import.meta.url).pathname;
  const texts = ["README.md", "{packages,apps}/*/README.md", "{packages,apps}/*/src/**/*.ts"];
  const files = globSync(texts, { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((text) => text.includes("boundary of its own"))).toEqual([]);
});
