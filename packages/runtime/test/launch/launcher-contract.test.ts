import { eventually, temporaryDirectory } from "@retinue/testkit";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { settingsOf } from "../../src/configure/manager-options.ts";
import { inheritedLauncher } from "../../src/launch/inherited-launcher.ts";
import { isolatedLauncher } from "../../src/launch/isolated-launcher.ts";
import type { Launcher, LaunchRequest } from "../../src/launch/launcher.ts";
import { scriptedOptions } from "../manage/workspace.ts";

const settings = () => settingsOf(scriptedOptions());
const implementations: [name: string, launcher: () => Launcher, argv0: string][] = [
  ["inherited", () => inheritedLauncher(settings()), "plain"],
  ["isolated on a host", () => isolatedLauncher(settings()), "plain"],
  [
    "isolated through a launch prefix",
    () => isolatedLauncher(settingsOf({ ...scriptedOptions(), hostLaunchPrefix: ["env", "THROUGH=prefix"] })),
    "prefix",
  ],
];

function request(shell: string, timeoutSeconds = 20): LaunchRequest {
  const directory = temporaryDirectory();
  return {
    directory: join(directory, "run_1"),
    command: ["/bin/sh", "-c", shell],
    cwd: directory,
    environment: { PATH: process.env["PATH"] ?? "", THROUGH: "plain" },
    timeoutSeconds,
    marker: `test-${Math.random().toString(36).slice(2)}`,
  };
}

describe.each(implementations)("launcher %s", (_name, launcher, through) => {
  test("runs the command in its directory and records its exit", async () => {
    const asked = request('echo "$THROUGH" "$PWD"; exit 3');
    const launched = await launcher().launch(asked);
    expect(await launched.ended).toMatchObject({ exit_code: 3, stopped: "" });
    expect(readFileSync(join(asked.directory, "stdout.log"), "utf8")).toBe(`${through} ${asked.cwd}\n`);
  });

  test("stops at the deadline", async () => {
    const launched = await launcher().launch(request("sleep 60", 1));
    expect(await launched.ended).toMatchObject({ stopped: "timeout" });
  });

  test("stops when asked to, once or twice", async () => {
    const launched = await launcher().launch(request("sleep 60"));
    launched.stop();
    launched.stop();
    expect(await launched.ended).toMatchObject({ stopped: "cancelled" });
  });

  test("gives a run to another process that adopts it", async () => {
    const asked = request("sleep 1; exit 4");
    const launched = await launcher().launch(asked);
    launched.release();
    const adopted = await launcher().adopt(asked.directory);
    expect(await adopted.ended).toMatchObject({ exit_code: 4, stopped: "" });
  });

  test("adopting a run that never started keeps it from ever starting", async () => {
    const asked = request("touch began");
    const adopted = await launcher().adopt(asked.directory);
    expect(await adopted.ended).toHaveProperty("lost");
    const late = await launcher().launch(asked);
    expect(await late.ended).toHaveProperty("lost");
    expect(existsSync(join(asked.cwd, "began"))).toBe(false);
  });

  test("says by what means a stop finds the run's processes", async () => {
    const launched = await launcher().launch(request("sleep 60"));
    const containment = await eventually(
      "the means",
      () => launched.containment.length > 0 && launched.containment,
    );
    expect(containment).toContain("marker");
    launched.stop();
    await launched.ended;
  });
});
