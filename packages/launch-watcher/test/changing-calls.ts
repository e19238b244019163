/** A system call that changes something outside the process: what it does, without what is made up anew each time. */
export interface ChangingCall {
  /** Name of the system call. */
  readonly name: string;
  /** The call and what it changes. */
  readonly what: string;
  /** Which one of the same `what`, from 1. */
  readonly occurrence: number;
  /** Which one of the same name, from 1, whether those change anything or not: what strace counts. */
  readonly ordinal: number;
  /** Whether it succeeded; false also for one that never returned. */
  readonly done: boolean;
}

/** What strace is told to show; `?` passes over what this machine does not have. */
export const traced = (
  "openat link linkat rename renameat renameat2 symlink symlinkat unlink unlinkat rmdir mkdir mkdirat " +
  "write writev pwrite64 pwritev fsync fdatasync ftruncate chmod fchmod fchmodat chown fchown fchownat " +
  "connect sendto sendmsg shutdown"
)
  .split(" ")
  .map((name) => `?${name}`)
  .join(",");

/** The changing calls of one thread in the order in which it made them. */
export function changingCalls(trace: string, { directory }: { directory: string }): ChangingCall[] {
  const made = new Map<string, number>();
  const count = (what: string) => {
    made.set(what, (made.get(what) ?? 0) + 1);
    return made.get(what) ?? 0;
  };
  return trace.split("\n").flatMap((line) => {
    const [, name, given] = /^(\w+)\((.*)$/.exec(line) ?? [];
    if (name === undefined || given === undefined) return [];
    const ordinal = count(name);
    const what = changeOf(name, given, directory);
    if (what === undefined) return [];
    return [{ name, what, occurrence: count(`what: ${what}`), ordinal, done: /= \d/.test(given) }];
  });
}

function changeOf(name: string, given: string, directory: string): string | undefined {
  if (name === "openat" && !given.includes("O_CREAT")) return undefined;
  const target = /^(?:p?write|send)/.test(name) ? written(given) : paths(given.replace(/ = .*/, ""));
  if (target === undefined) return undefined;
  return `${name} ${target}`
    .replaceAll(directory, "")
    .replaceAll(/\/proc\/self\/fd\/\d+/g, "HELD")
    .replaceAll(/\.[a-z0-9]+\.(tmp|aside)/g, ".$1")
    .replaceAll(/[0-9a-f]{40,64}|[0-9a-f]{24}/g, "ID")
    .replaceAll(/\.[0-9a-f]{16}\./g, ".ID.")
    .replaceAll(/-[0-9a-f]{12}-\d/g, "-N")
    .replaceAll(/namespaces\/retinue-[0-9a-f]+/g, "namespaces/OWN");
}

/**
 * What is written into a file, asked of the engine, an upstream or a broker, or answered by one. A log, and what only
 * wakes a thread, is no change.
 */
function written(given: string): string | undefined {
  const [, file] = /^\d+<(\/[^>]*)>/.exec(given) ?? [];
  if (file !== undefined) return file;
  const [, command] = /\{\\"do\\":\\"(\w+)/.exec(given) ?? [];
  if (command !== undefined) return `the broker: ${command}`;
  const [, asked] = /"(POST \S+|DELETE \S+|HTTP\/1\.1 \d+|go)/.exec(given) ?? [];
  if (asked !== undefined) return asked.replace(/\?.*/, "");
  return /(?:event|data): /.test(given) ? "an event" : undefined;
}

function paths(given: string): string {
  const found = [...given.matchAll(/<(\/[^>]*)>|"([^"]*)"/g)].map(([, held, named]) => held ?? named ?? "");
  return found.length === 0 ? "the engine" : found.filter((path) => path !== process.cwd()).join(" ");
}
