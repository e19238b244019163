import type { SubagentResult } from "@retinue/status-model";
import { join } from "node:path";
import type { Demo } from "./demo.ts";
import { programTasks } from "./program-tasks.ts";

/** Three programs that analyse this repository; one subagent is cut off at its deadline. */
export function programs(repository: string): Demo {
  const program = join(repository, "demo/programs/analyst.ts");
  return {
    introduction: `Three subagents, each a team of three programs, on the files of ${repository}.`,
    agents: ["scout", "reader", "auditor"].map((id) => ({
      id,
      backend: { type: "command", command: [process.execPath, program, id] },
    })),
    rules: {},
    tasks: programTasks,
    tokens: "words",
    timeoutSeconds: 90,
    judge(results) {
      const recovered = results.find(isRecovered);
      const completed = results.some(({ status, answer }) => status === "completed" && answer);
      return {
        remarks: [
          "The programs call no model: they count the words of prompt and answer in place of tokens.",
          ...(recovered === undefined ? [] : [howRecovered(recovered)]),
        ],
        failures: [
          ...(completed ? [] : ["No subagent completed."]),
          ...(recovered === undefined ? ["No subagent was recovered with an answer."] : []),
        ],
      };
    },
    stop: async () => {},
  };
}

function isRecovered({ status, answer }: SubagentResult): boolean {
  return (status === "partial" || status === "completed_but_timeout") && Boolean(answer);
}

function howRecovered({ subagent_id, error, answer_source, log_path }: SubagentResult): string {
  const source =
    answer_source === undefined ? "" : `answer of ${answer_source.agent_id}, by ${answer_source.reason}`;
  const again = `node apps/cli/dist/main.js recover ${log_path}`;
  return `${subagent_id} was cut off (${error}) and recovered: ${source}. The same from the files alone: ${again}`;
}
