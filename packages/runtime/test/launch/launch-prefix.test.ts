import { verifies } from "@retinue/testkit";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { managerOf, script, scriptedOptions } from "../manage/workspace.ts";

const namespaces = ["pid", "uts"];

test(`a launch prefix takes a run out of its parent's container, to the host's namespaces ${verifies("MODE-PREFIX")}`, async (context) => {
  if (spawnSync("unshare", ["--pid", "--uts", "--fork", "true"]).status !== 0) {
    if (process.env["RETINUE_REQUIRE_ALL"]) throw new Error("unshare makes no namespaces here: run as root");
    return context.skip("unshare makes no namespaces here");
  }
  // Seen from here, another machine: what the host is for a parent in a container.
  const host = spawn(
    "unshare",
    [
      "--pid",
      "--uts",
      "--fork",
      "--kill-child",
      "sh",
      "-c",
      "hostname the-host; echo $$ >&2; exec sleep 300",
    ],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  onTestFinished(async () => {
    const ended = once(host, "exit");
    host.kill("SIGKILL");
    await ended;
  });
  await once(host.stderr, "data");
  const [init = ""] = readFileSync(`/proc/${host.pid}/task/${host.pid}/children`, "utf8").split(" ");
  const prefix = ["nsenter", "--target", init, "--pid", "--uts"];
  const seen = `hostname; ${namespaces.map((name) => `readlink /proc/self/ns/${name}`).join("; ")}`;
  const asIn = async (hostLaunchPrefix: string[]) => {
    const manager = managerOf({
      ...scriptedOptions(),
      runtimeMode: "isolated",
      sandbox: "off",
      isContainer: () => hostLaunchPrefix.length > 0,
      hostLaunchPrefix,
    });
    const task = script({ shell: `{ ${seen}; } >seen.txt` }, { output: "Done." });
    const { result, workspace } = await manager.spawn({ task });
    expect(await result).toMatchObject({ status: "completed", answer: "Done." });
    const [name, ...own] = readFileSync(join(workspace, "seen.txt"), "utf8").trim().split("\n");
    return { name, own };
  };
  const ours = namespaces.map((name) => readlinkSync(`/proc/self/ns/${name}`));
  expect((await asIn([])).own).toEqual(ours);
  const there = await asIn(prefix);
  expect(there.name).toBe("the-host");
  for (const name of ours) expect(there.own).not.toContain(name);
});
