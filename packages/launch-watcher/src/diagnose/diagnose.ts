import { containmentInForce } from "@retinue/contained-fs";
import Docker from "dockerode";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { Finding } from "./finding.ts";
import { judgeDirectories } from "./judge-directories.ts";
import { judgeRuntime } from "./judge-runtime.ts";
import { tryRun } from "./try-run.ts";

/** Looks at every protection that the host has to give, by trying where that is possible. Changes nothing. */
export async function diagnose(config: WatcherConfig): Promise<Finding[]> {
  const walk = containmentInForce();
  return [
    {
      protection: "paths cannot be swapped while they are opened",
      ok: walk === "walk",
      required: true,
      found: walk,
      remedy: "Run the watcher on Linux with /proc mounted.",
    },
    ...(await judgeRuntime(new Docker({ socketPath: config.docker_socket }))),
    ...judgeDirectories(config),
    ...(await judgeTrial(config)),
  ];
}

async function judgeTrial(config: WatcherConfig): Promise<Finding[]> {
  const required = true;
  try {
    const { seen } = await tryRun(config);
    return [
      {
        protection: "a container runs in the directory that was checked",
        ok: true,
        required,
        found: `mount_pinning: ${config.mount_pinning}`,
        remedy: "",
      },
      {
        protection: "a container sees no network",
        ok: seen.interfaces.every((each) => each === "lo"),
        required,
        found: seen.interfaces.join(", ") || "no interface",
        remedy: "See what the engine does with NetworkMode none.",
      },
      {
        protection: "a container has no capabilities and gets none",
        ok: /^0+ 0+$/.test(seen.capabilities) && seen.no_new_privileges,
        required,
        found: seen.capabilities,
        remedy: "See what the engine does with CapDrop and no-new-privileges.",
      },
    ];
  } catch (error) {
    if (!(error instanceof LaunchWatcherError)) throw error;
    const protection = "a container runs in the directory that was checked";
    return [{ protection, ok: false, required, found: error.message, remedy: error.remedy }];
  }
}
