import type { SubagentResult } from "@retinue/runtime";
import { temporaryDirectory } from "@retinue/testkit";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { script, scriptedOptions } from "../manage/workspace.ts";

const program = new URL("../programs/isolate-one.ts", import.meta.url).pathname;
const isRoot = process.getuid?.() === 0;

/** A machine's /usr/bin, as hard links, that a test may take from. */
function otherPrograms(): string {
  const copy = join(temporaryDirectory(), "bin");
  spawnSync("cp", ["--archive", "--link", "/usr/bin", copy]);
  return copy;
}

interface Machine {
  /** Prepares it, in sh with its programs at `$0`, in a mount namespace of its own. */
  readonly make: string;
  readonly spoil?: (programs: string) => void;
  readonly found: RegExp;
}

const mount = 'mount --bind "$0" /usr/bin';
const sham = (programs: string, text: string) => {
  rmSync(join(programs, "bwrap"));
  writeFileSync(join(programs, "bwrap"), `#!/bin/sh\n${text}\n`);
  chmodSync(join(programs, "bwrap"), 0o755);
};

const machines: Record<string, Machine> = {
  "without bubblewrap": {
    make: mount,
    spoil: (programs) => rmSync(join(programs, "bwrap")),
    found: /bubblewrap is not installed.*sudo apt-get install bubblewrap/,
  },
  "without socat": {
    make: mount,
    spoil: (programs) => rmSync(join(programs, "socat")),
    found: /socat is not installed.*sudo apt-get install socat/,
  },
  "with a bubblewrap that does nothing": {
    make: mount,
    spoil: (programs) => sham(programs, "exit 0"),
    found: /ran nothing/,
  },
  "with a bubblewrap that confines nothing": {
    make: mount,
    spoil: (programs) => sham(programs, 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"'),
    found: /cannot open \/run\/retinue-gate.sh/,
  },
  "within a boundary that allows no further namespaces": {
    make: "echo 0 > /proc/sys/user/max_user_namespaces",
    found: /sysctl -w user.max_user_namespaces/,
  },
};

/** How a run comes back there, and whether its engine was started. */
function runOn({ make, spoil }: Machine, sandbox: "auto" | "required") {
  const programs = otherPrograms();
  spoil?.(programs);
  // Hosts, so that socat is needed; the engine asks nobody.
  const agents = [
    { id: "solo", backend: { type: "openai", model: "m", base_url: "http://127.0.0.1:9999/v1" } },
  ];
  const { workspace, ...options } = scriptedOptions();
  const given = JSON.stringify([
    { ...options, workspace, agents, sandbox, runtimeMode: "isolated" },
    { task: script({ output: "done" }), subagent_id: "scout" },
  ]);
  const inside = ["sh", "-c", `${make} && exec "$@"`, programs, process.execPath, program, given];
  const { stdout, stderr } = spawnSync("unshare", ["--user", "--map-root-user", "--mount", ...inside], {
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(stderr);
  const started = existsSync(join(workspace, "subagents/scout/workspace/starts.log"));
  return { started, result: JSON.parse(stdout) as SubagentResult };
}

describe.skipIf(!isRoot)(`a machine, made by root${isRoot ? "" : " (skipped: not root)"}`, () => {
  test.each(Object.entries(machines))("%s: auto warns, and required refuses", (_name, machine) => {
    const auto = runOn(machine, "auto");
    expect(auto).toMatchObject({ started: true, result: { status: "completed", answer: "done" } });
    expect(auto.result.policy).toBeUndefined();
    expect(auto.result.warning).toMatch(/^the run is not confined: /);
    expect(auto.result.warning).toMatch(machine.found);
    const required = runOn(machine, "required");
    expect(required).toMatchObject({ started: false, result: { status: "error" } });
    expect(required.result.error).toContain("subagent_sandbox is required, and is not to be had: ");
    expect(required.result.error).toMatch(machine.found);
  });

  test("with all of it: the same run is confined", () => {
    const whole = runOn({ make: mount, found: /./ }, "required");
    expect(whole).toMatchObject({
      started: true,
      result: { status: "completed", policy: { boundary: "bubblewrap" } },
    });
    expect(whole.result.warning).toBeUndefined();
  });
});
