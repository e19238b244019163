import type { SimplifiedStatus, SpawnOptions, SubagentResult, SubagentTask } from "@retinue/runtime";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Asked, Call, ManagingOptions, SpawnedRun, Told } from "../programs/managing-parent.ts";
import { asUser } from "./as-user.ts";
import { bundled } from "./parent-container.ts";

const program = join(import.meta.dirname, "../programs/managing-parent.ts");

/** A subagent of a manager in another process. */
export interface ParentsRun {
  readonly workspace: string;
  readonly result: Promise<SubagentResult>;
}

/** A parent's manager in a process of its own. */
export interface ParentManager {
  spawn(tasks: readonly SubagentTask[], options?: SpawnOptions): Promise<readonly ParentsRun[]>;
  cancel(subagentId: string): Promise<unknown>;
}

interface ParentSettings {
  /** Whose: workspaces are that user's. */
  readonly uid: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly onProgress?: (subagentId: string, status: SimplifiedStatus) => void;
}

/** Starts one on this machine, whatever the test itself is; it ends with the test. */
export async function parentManager(
  options: ManagingOptions,
  { uid, environment = {}, onProgress }: ParentSettings,
): Promise<ParentManager> {
  const main = join(await bundled(program), "main.js");
  const [command = "", ...args] = [...asUser(uid), process.execPath, main, JSON.stringify(options)];
  const child = spawn(command, args, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", ...environment },
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    if (child.connected) child.disconnect();
    await ended;
  });
  const answers: PromiseWithResolvers<unknown>[] = [];
  const results = new Map<string, PromiseWithResolvers<SubagentResult>>();
  const resultOf = (subagentId: string) =>
    results.get(subagentId) ??
    (results
      .set(subagentId, Promise.withResolvers())
      .get(subagentId) as PromiseWithResolvers<SubagentResult>);
  child.on("message", (told: Told) => {
    if ("value" in told) answers[told.number]?.resolve(told.value);
    else if ("failed" in told) answers[told.number]?.reject(new Error(told.failed));
    else if ("progress" in told) onProgress?.(told.subagentId, told.progress);
    else resultOf(told.subagentId).resolve(told.result);
  });
  const gone = ended.then(() => Promise.reject(new Error("the parent has ended")));
  const ask = (call: Call) => {
    const answer = Promise.withResolvers<unknown>();
    child.send({ number: answers.push(answer) - 1, call } satisfies Asked);
    return Promise.race([answer.promise, gone]);
  };
  return {
    cancel: (subagentId) => ask({ cancel: subagentId }),
    async spawn(tasks, spawnOptions = {}) {
      const runs = (await ask({ spawn: tasks, options: spawnOptions })) as SpawnedRun[];
      return runs.map(({ subagentId, workspace }) => ({ workspace, result: resultOf(subagentId).promise }));
    },
  };
}
