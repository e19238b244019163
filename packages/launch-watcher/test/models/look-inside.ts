import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { containerProcesses, filesWith, textsInMemory } from "@retinue/testkit";
import { canary, type WatchedOutbox } from "../watched-outbox.ts";

export interface SeenInside {
  /** Command lines of its processes. */
  readonly processes: readonly string[];
  /** Where the host's key is: memory, environment, command line, files. */
  readonly key: readonly string[];
  /** Where the task is, to show that this looks at all. */
  readonly task: readonly string[];
}

/** Looks from the host, as root, into the running container of a watcher's only run. */
export async function lookInside({ docker, events }: WatchedOutbox, task: string): Promise<SeenInside> {
  const name = events.find(({ event }) => event === "started")?.["container"] as string;
  const { Id: id, State: state } = await docker.getContainer(name).inspect();
  const pids = containerProcesses(id);
  const root = `/proc/${state.Pid}/root`;
  const inMemory = pids.map((pid) => ({ pid, texts: textsInMemory(pid, [canary, task]) }));
  const where = (text: string, directories: readonly string[]) => [
    ...inMemory.filter(({ texts }) => texts.includes(text)).map(({ pid }) => `memory of ${commandOf(pid)}`),
    ...pids.flatMap((pid) =>
      ["environ", "cmdline"]
        .filter((file) => readProc(pid, file).includes(text))
        .map((file) => `${file} of ${commandOf(pid)}`),
    ),
    ...filesWith(
      text,
      directories.map((directory) => join(root, directory)),
    ),
  ];
  return {
    processes: pids.map(commandOf),
    key: where(
      canary,
      readdirSync(root).filter((each) => !ofTheImage.includes(each)),
    ),
    task: where(task, ["input", "tmp", "workspace"]),
  };
}

/** What can be neither mounted over nor written: the image's programs; and the kernel's own. */
const ofTheImage = ["bin", "lib", "lib64", "opt", "usr", "proc", "sys", "dev"];

function commandOf(pid: number): string {
  return readProc(pid, "cmdline").replaceAll("\0", " ").trim().slice(0, 120);
}

/** Empty where the process has ended meanwhile. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
