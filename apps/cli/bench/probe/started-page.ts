import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const program = join(import.meta.dirname, "../../dist/main.js");
const ticksPerSecond = 100;

/** A `retinue ui` over a workspace, until it is disposed of. */
export async function startPage(workspace: string) {
  const page = spawn(process.execPath, [program, "ui", "--workspace", workspace], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(page, "exit");
  const [line] = (await once(page.stdout, "data")) as [Buffer];
  return {
    url: line.toString().trim(),
    /** Processor time that it has used, in seconds. */
    usedSeconds(): number {
      const fields = readFileSync(`/proc/${page.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    },
    async [Symbol.asyncDispose]() {
      page.kill("SIGTERM");
      await exited;
    },
  };
}
