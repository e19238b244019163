import { readdirSync, readFileSync } from "node:fs";

/** A process of a run that is over. */
export interface LeftProcess {
  readonly pid: number;
  readonly commandLine: string;
}

/**
 * What runs that is of these subagents: by the marker in its environment, by its cgroup, or by the token in
 * its command line. What only waits to be collected is none.
 */
export function leftProcesses(token: string, subagentIds: readonly string[]): LeftProcess[] {
  const markers = subagentIds.map((id) => `RETINUE_RUN=${id}-`);
  const groups = subagentIds.map((id) => `/retinue-${id}-`);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const commandLine = textOf(name, "cmdline");
      const ours =
        commandLine.includes(token) ||
        markers.some((marker) => textOf(name, "environ").includes(marker)) ||
        groups.some((group) => textOf(name, "cgroup").includes(group));
      const state = /\) (\S)/.exec(textOf(name, "stat"))?.[1];
      if (!ours || state === undefined || state === "Z" || state === "X") return [];
      return [{ pid: Number(name), commandLine: commandLine.replaceAll("\0", " ").slice(0, 160) }];
    });
}

function textOf(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    // Gone since.
    return "";
  }
}

/** Only processes of this suite: a server that it started, what a child of it left. */
export function endProcess(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  } catch {
    // Gone by itself.
  }
}
