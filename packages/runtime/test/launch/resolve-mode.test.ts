import { expect, test } from "vitest";
import { settingsOf, type SubagentManagerOptions } from "../../src/configure/manager-options.ts";
import { isInsideContainer } from "../../src/launch/container-detection.ts";
import { resolveMode } from "../../src/launch/resolve-mode.ts";

const base: SubagentManagerOptions = {
  workspace: "/ws",
  agents: [{ id: "a", backend: { type: "command" } }],
  engine: { kind: "retinue-child", command: ["retinue-child"] },
  environment: {},
};
const inContainer = { ...base, isContainer: () => true };
const onHost = { ...base, isContainer: () => false };

test("isolated runs on a host, and in a container through a launch prefix", () => {
  expect(resolveMode(settingsOf(onHost))).toEqual({ mode: "isolated", warning: undefined });
  expect(resolveMode(settingsOf({ ...inContainer, hostLaunchPrefix: ["on-host"] })).mode).toBe("isolated");
});

test("isolated in a container without a prefix is refused, saying what to configure", () => {
  expect(() => resolveMode(settingsOf(inContainer))).toThrow(
    expect.objectContaining({
      code: "MODE_UNAVAILABLE",
      remedy: expect.stringContaining("subagent_host_launch_prefix"),
    }),
  );
});

test("the explicit fallback goes ahead in inherited, with a warning", () => {
  const resolved = resolveMode(settingsOf({ ...inContainer, runtimeFallbackMode: "inherited" }));
  expect(resolved.mode).toBe("inherited");
  expect(resolved.warning).toContain("isolated was asked for");
});

test("a host does not fall back", () => {
  expect(resolveMode(settingsOf({ ...onHost, runtimeFallbackMode: "inherited" })).warning).toBeUndefined();
});

test("delegated is refused rather than weakened", () => {
  expect(() => resolveMode(settingsOf({ ...inContainer, runtimeMode: "delegated" }))).toThrow(/delegat/);
});

test.each([
  [{ runtimeMode: "docker" }, /runtimeMode.*"docker"/],
  [{ runtimeMode: "inherited", runtimeFallbackMode: "inherited" }, /does not go with/],
  [{ runtimeMode: "delegated", runtimeFallbackMode: "inherited" }, /does not go with/],
  [{ runtimeFallbackMode: "isolated" }, /runtimeFallbackMode/],
  [{ hostLaunchPrefix: ["nsenter", " "] }, /hostLaunchPrefix\.1/],
  [{ workspace: "relative" }, /workspace: must be an absolute path \(found "relative"\)/],
  [{ maxConcurrent: 0 }, /maxConcurrent/],
  [{ agents: [{ id: "../x", backend: { type: "command" } }] }, /agents\.0\.id/],
])("refuses the settings %j", (settings, message) => {
  expect(() => settingsOf({ ...base, ...settings } as SubagentManagerOptions)).toThrow(
    expect.objectContaining({ code: "INVALID_CONFIGURATION", message: expect.stringMatching(message) }),
  );
});

test("this machine is looked at when nothing is injected", () => {
  expect(typeof isInsideContainer()).toBe("boolean");
});
