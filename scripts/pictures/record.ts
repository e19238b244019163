import { spawn } from "node:child_process";
import { once } from "node:events";

/** What a program wrote to its terminal at one moment. */
export interface Chunk {
  /** Milliseconds since it was started. */
  readonly atMs: number;
  readonly data: Buffer;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface RecordOptions extends Size {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Runs a command of a shell to its end on a pseudo-terminal, and gives what it wrote there, and when.
 *
 * @throws Error when it does not end with 0, with what it said.
 */
export async function record(
  command: string,
  { columns, rows, cwd, env }: RecordOptions,
): Promise<readonly Chunk[]> {
  // util-linux has the pseudo-terminal; it takes the size of its own terminal, and here is none.
  const sized = `stty columns ${columns} rows ${rows}; ${command}`;
  const script = spawn("script", ["--quiet", "--return", "--flush", "--command", sized, "/dev/null"], {
    cwd,
    env: { ...env, TERM: "xterm-256color", SHELL: "/bin/sh" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const began = performance.now();
  const chunks: Chunk[] = [];
  script.stdout.on("data", (data: Buffer) => chunks.push({ atMs: performance.now() - began, data }));
  const [code] = (await once(script, "close")) as [number | null];
  if (code === 0) return chunks;
  throw new Error(
    `${command} ended with ${code}:\n${Buffer.concat(chunks.map(({ data }) => data)).toString()}`,
  );
}
