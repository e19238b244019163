import { engineArguments } from "@retinue/engine-contract";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { settingsOf } from "../../src/configure/manager-options.ts";
import type { Launcher, LaunchRequest } from "../../src/contract/launcher.ts";
import { launcherFor } from "../../src/launch/launcher-for.ts";
import { plainHost } from "../delegate/plain-host.ts";
import { scriptedOptions } from "../manage/workspace.ts";

/** Where a launcher is tried: what has to be there for it, and how a shell command is asked of it. */
interface Environment {
  readonly name: string;
  /** Called once in each test. */
  launcher(): Launcher;
  command(shell: string, directory: string): readonly string[];
  /** What the command sees as $THROUGH. */
  readonly through: string;
  /** One of the means by which a stop finds the run. */
  readonly containment: string;
}

const plain = (shell: string) => ["/bin/sh", "-c", shell];
const supervised = { command: plain, containment: "marker" };
const environments: Environment[] = [
  {
    ...supervised,
    name: "inherited",
    launcher: () => launcherFor("inherited", settingsOf(scriptedOptions())),
    through: "plain",
  },
  {
    ...supervised,
    name: "isolated on a host",
    launcher: () => launcherFor("isolated", settingsOf(scriptedOptions())),
    through: "plain",
  },
  {
    ...supervised,
    name: "isolated through a launch prefix",
    launcher: () =>
      launcherFor(
        "isolated",
        settingsOf({ ...scriptedOptions(), hostLaunchPrefix: ["env", "THROUGH=prefix"] }),
      ),
    through: "prefix",
  },
  {
    name: "delegated to a host",
    launcher: () => {
      const { outbox } = plainHost(({ task }) => plain(task));
      return launcherFor("delegated", settingsOf({ ...scriptedOptions(), delegationDirectory: outbox }));
    },
    command: (shell, directory) => {
      const config = join(directory, "config.yaml");
      writeFileSync(config, "{}");
      return ["engine", ...engineArguments({ config, outputFile: join(directory, "out"), prompt: shell })];
    },
    through: "host",
    containment: "host",
  },
];

describe.each(environments)("launcher $name", ({ launcher, command, through, containment: means }) => {
  function request(shell: string, timeoutSeconds = 20): LaunchRequest {
    const directory = temporaryDirectory();
    return {
      subagentId: "scout",
      directory: join(directory, "run_1"),
      command: command(shell, directory),
      cwd: directory,
      environment: { PATH: process.env["PATH"] ?? "", THROUGH: "plain" },
      timeoutSeconds,
      marker: `test-${Math.random().toString(36).slice(2)}`,
    };
  }

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
    const used = launcher();
    const launched = await used.launch(asked);
    launched.release();
    const adopted = await used.adopt(asked.directory);
    expect(await adopted.ended).toMatchObject({ exit_code: 4, stopped: "" });
  });

  test("adopting a run that never started keeps it from ever starting", async () => {
    const asked = request("touch began");
    const used = launcher();
    const adopted = await used.adopt(asked.directory);
    expect(await adopted.ended).toHaveProperty("lost");
    const late = await used.launch(asked);
    expect(await late.ended).toHaveProperty("lost");
    expect(existsSync(join(asked.cwd, "began"))).toBe(false);
  });

  test("says by what means a stop finds the run's processes", async () => {
    const launched = await launcher().launch(request("sleep 60"));
    const containment = await eventually(
      "the means",
      () => launched.containment.length > 0 && launched.containment,
    );
    expect(containment).toContain(means);
    launched.stop();
    await launched.ended;
  });
});
