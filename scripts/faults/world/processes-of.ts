import { readdirSync, readFileSync } from "node:fs";

/** A process of a world. */
export interface WorldProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: readonly string[];
}

/** What lives and was started, directly or not, by the servers of that world: its name is in their environment. */
export function processesOf(base: string): WorldProcess[] {
  // What traces a process ends with it.
  return all(base).filter(({ command }) => command[0] !== "strace");
}

/** What injects into the calls of others, and lets go of them when it is ended. */
export function tracersOf(base: string): WorldProcess[] {
  return all(base).filter(({ command }) => command[0] === "strace");
}

function all(base: string): WorldProcess[] {
  const mark = `FAULTS_WORLD=${base}\0`;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      if (!`${textOf(name, "environ")}\0`.includes(mark)) return [];
      const [, state, parent] = /\) (\S) (\d+)/.exec(textOf(name, "stat")) ?? [];
      if (state === undefined || state === "Z" || state === "X") return [];
      const command = textOf(name, "cmdline").split("\0").slice(0, -1);
      return [{ pid: Number(name), parent: Number(parent), command }];
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
