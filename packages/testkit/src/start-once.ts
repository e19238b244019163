import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "./eventually.ts";

/** What the processes of a test run share, in a directory that is made by the first of them that needs it. */
export interface SharedStart {
  readonly directory: string;
  /** Of the directory. */
  readonly mode: number;
  /** What it is waited for as. */
  readonly what: string;
  /** What is said not to have started. */
  readonly program: string;
  readonly seconds: number;
  /** Starts what makes `ready` in the directory, or `failed` and `log`. */
  readonly start: () => void | Promise<void>;
}

/** Starts it unless another process has, and waits until it is ready. @throws Error with its log where it failed. */
export async function startOnce(shared: SharedStart): Promise<void> {
  const { directory, mode, what, program, seconds, start } = shared;
  const isFirst = made(directory, mode);
  if (isFirst) await start();
  await eventually(
    what,
    () => {
      if (existsSync(join(directory, "failed"))) {
        const log = readFileSync(join(directory, "log"), "utf8").slice(-2000);
        throw new Error(`${program} did not start: ${log}`);
      }
      return existsSync(join(directory, "ready"));
    },
    seconds,
  );
}

function made(directory: string, mode: number): boolean {
  try {
    mkdirSync(directory, { mode });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}
