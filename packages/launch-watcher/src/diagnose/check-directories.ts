import { isWithin } from "@retinue/contained-fs";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { hostPathStats, isRealDirectory, kernelText } from "../configure/host-path.ts";
import type { Protection } from "../contain/protection.ts";
import { checkSpool } from "./check-spool.ts";

/** The host's and the parents' directories. */
export function checkDirectories({ spool, outboxes }: WatcherConfig): Protection[] {
  return [
    checkSpool(spool),
    ...outboxes.flatMap(({ name, directory, workspace_roots, context_roots }) => [
      ...[directory, ...workspace_roots, ...context_roots].map((path) => isThere(name, path)),
      isElsewhere(spool, name, directory),
      ...[directory, ...workspace_roots].map((path) => isOneParents(name, path)),
      ...workspace_roots.map((root) => isHarmless(name, root)),
    ]),
  ];
}

function isThere(name: string, path: string): Protection {
  const ok = isRealDirectory(path);
  const what = `outbox ${name}: ${path} is a directory, and no link`;
  return { name: what, ok, required: true, found: ok ? "yes" : "no", remedy: `mkdir -p ${path}` };
}

function isOneParents(name: string, path: string): Protection {
  const mode = hostPathStats(path)?.mode ?? 0;
  return {
    name: `outbox ${name}: not everybody writes ${path}`,
    ok: (mode & 0o002) === 0,
    required: true,
    found: `mode ${(mode & 0o777).toString(8)}`,
    remedy: `chmod o-w ${path}: one outbox is one parent.`,
  };
}

function isElsewhere(spool: string, name: string, directory: string): Protection {
  const [own, theirs] = [hostPathStats(spool), hostPathStats(directory)];
  const ok = own !== undefined && theirs !== undefined && own.dev !== theirs.dev;
  return {
    name: `outbox ${name} cannot fill the spool's filesystem`,
    ok,
    required: false,
    found: ok ? "two filesystems" : "one filesystem, or the spool is not there yet",
    remedy: "Put the spool on a filesystem of its own, or set quotas.",
  };
}

function isHarmless(name: string, root: string): Protection {
  const options = mountOptions(root);
  return {
    name: `outbox ${name}: setuid files and devices in ${root} have no effect`,
    ok: options.includes("nosuid") && options.includes("nodev"),
    required: false,
    found: options.join(",") || "unknown",
    remedy: "Mount the workspaces' filesystem with nosuid,nodev.",
  };
}

function mountOptions(path: string): string[] {
  const mounts = kernelText("/proc/self/mountinfo")
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([, , , , point]) => point !== undefined && isWithin(path, point))
    .toSorted((a, b) => (b[4]?.length ?? 0) - (a[4]?.length ?? 0));
  return mounts[0]?.[5]?.split(",") ?? [];
}
