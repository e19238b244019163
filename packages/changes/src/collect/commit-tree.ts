import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { author, type Environment } from "../git/git-environment.ts";
import { gitEnd, gitText, startGit, type GitReply } from "../git/run-git.ts";
import type { FileMode } from "./read-entry.ts";

export interface CommitInput {
  readonly host: string;
  readonly environment: Environment;
  readonly message: string;
  /** Its parent; what is taken comes on top of that. */
  readonly base?: string;
}

/** A commit that is being made. */
export interface CommitMaking extends AsyncDisposable {
  readonly take: (path: string, mode: FileMode, bytes: Buffer) => Promise<void>;
  /** The commit; the base when nothing was taken and nothing is deleted. */
  finish(deleted: readonly string[]): Promise<string>;
}

const args = ["fast-import", "--quiet", "--force", "--done"];
const reference = "refs/retinue/read";

/** Makes a commit of bytes, by fast-import: no work tree, no attribute and no hook has a part in it. */
export function commitTree({ host, environment, message, base }: CommitInput): CommitMaking {
  const taken: string[] = [];
  let started: { readonly git: ChildProcess; readonly end: Promise<GitReply> } | undefined;

  const write = async (data: string | Buffer): Promise<void> => {
    if (started === undefined) {
      const git = startGit(args, { environment, gitDirectory: host });
      const end = gitEnd(git, args);
      end.catch(() => {});
      started = { git, end };
    }
    const { git, end } = started;
    // One that ended early never drains: its end says why.
    if (git.stdin?.write(data) === false) await Promise.race([once(git.stdin, "drain"), end]);
  };

  return {
    async take(path, mode, bytes) {
      const mark = taken.push(`M ${mode} :${taken.length + 1} ${quoted(path)}\n`);
      await write(`blob\nmark :${mark}\ndata ${bytes.length}\n`);
      await write(bytes);
      await write("\n");
    },
    async finish(deleted) {
      if (base !== undefined && taken.length === 0 && deleted.length === 0) return base;
      const seconds = Math.floor(Date.now() / 1000);
      const text = Buffer.from(message);
      await write(`commit ${reference}\ncommitter ${author} ${seconds} +0000\ndata ${text.length}\n`);
      await write(text);
      await write(`\n${base === undefined ? "" : `from ${base}\n`}`);
      for (const path of deleted) await write(`D ${quoted(path)}\n`);
      for (const line of taken) await write(line);
      await write("\ndone\n");
      started?.git.stdin?.end();
      await started?.end;
      return gitText(["rev-parse", "--verify", reference], { environment, gitDirectory: host });
    },
    async [Symbol.asyncDispose]() {
      started?.git.stdin?.destroy();
      started?.git.kill("SIGKILL");
      await started?.end.catch(() => {});
    },
  };
}

function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}
