import { startVendorApi } from "@retinue/testkit/vendor-api";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";

const lines = 9000;
/** 40 KB. */
export const longAnswer = Array.from({ length: lines }, (_, n) => n + 1).join("\n");

/** The model that the subagents work with. */
export interface AgentsModel {
  /** A team of one agent over it. */
  readonly configuration: object;
  /** Resolves once the agent of this task is in its round. */
  atWork(task: string): Promise<void>;
}

/**
 * Of task-long the answer is 40 KB; task-told is worked at until a message asks for Roman numerals, which then are the
 * answer; of task-slow something is said, and no end comes.
 */
export async function agentsModel(): Promise<AgentsModel> {
  const begun = Object.fromEntries(
    ["task-long", "task-told", "task-slow"].map((task) => [task, Promise.withResolvers<void>()] as const),
  );
  const api = await startVendorApi({
    respond: async ({ text }) => {
      const task = Object.keys(begun).find((each) => text.includes(each)) ?? "";
      begun[task]?.resolve();
      if (task === "task-long") return { text: longAnswer };
      if (task === "task-slow") return { text: "so far", hang: true };
      if (text.includes("Say it in Roman numerals.")) return { text: "XLII" };
      // Sixty turns are all that a round has.
      await delay(1000);
      return { text: "Looking.", toolCalls: [{ name: "list_directory", arguments: { path: "." } }] };
    },
  });
  onTestFinished(() => api.stop());
  const backend = { type: "chatcompletion", model: "any", base_url: `${api.url}/v1` };
  return {
    configuration: { agents: [{ id: "solo", backend }], retinue: { engine: "retinue-child" } },
    atWork: async (task) => begun[task]?.promise,
  };
}
