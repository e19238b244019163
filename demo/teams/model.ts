import { parseOrchestratorStatus, type SubagentResult } from "@retinue/status-model";
import { fetchModel, serveModel } from "@retinue/testkit/small-model";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { downloadLines } from "../show/download-lines.ts";
import type { Demo, DemoTask } from "./demo.ts";

const roles = {
  optimist: "You are encouraging. Answer in two short sentences.",
  sceptic: "You look for what can go wrong. Answer in two short sentences.",
  teacher: "You explain simply. Answer in two short sentences.",
};

const task: DemoTask = {
  subagent_id: "tests",
  task: "Why should a program have tests?",
  include_parent_workspace: false,
};

/** Three agents of one small language model, which runs on this machine's processor. */
export async function model(repository: string): Promise<Demo> {
  const say = downloadLines("SmolLM2-135M", process.stdout);
  const fetched = await fetchModel(join(repository, ".cache/small-model"), say);
  const served = await serveModel(fetched, { demanded: ["vote"], focus: taskAndAnswers });
  return {
    introduction:
      "One subagent: a team of three agents of SmolLM2-135M-Instruct, on this machine's processor.\n" +
      "It is about the smallest model that writes sentences: its answers are real, but seldom good, and its\n" +
      "votes are held to the right form by a schema, not by insight. Of what agents are told it is shown the task\n" +
      "and the team's answers only: among all the rules it would lose the question.",
    agents: Object.entries(roles).map(([id, system_message]) => ({
      id,
      system_message,
      backend: { type: "chatcompletion", model: "smollm2-135m-instruct", base_url: served.url },
    })),
    // The presentation would ask more of the model than it can.
    rules: { max_new_answers: 1, final_answer_strategy: "winner_reuse" },
    tasks: [task],
    tokens: "tokens",
    timeoutSeconds: 300,
    judge(results) {
      const votes = results.map(votesOf);
      return {
        remarks: results.flatMap(({ subagent_id, answer }, index) => [
          `${subagent_id}, by vote (${votes[index]?.text}):`,
          ...(answer ?? "").split("\n").map((line) => `  ${line}`),
        ]),
        failures: results.flatMap(({ subagent_id, status, answer, error }, index) => [
          ...(status === "completed" && answer
            ? []
            : [`${subagent_id} ended ${status}: ${error ?? "no answer"}`]),
          ...(votes[index]?.total === 0 ? [`In ${subagent_id} nobody voted.`] : []),
        ]),
      };
    },
    stop: served.stop,
  };
}

/** The task and what follows it, without the lists of paths. */
function taskAndAnswers(text: string): string {
  const told = text.slice(text.indexOf("## Your task") + 1);
  return told.replaceAll(/^# (?:Your directory|Paths that you may read)\n[^#]*/gm, "");
}

function votesOf({ log_path }: SubagentResult): { readonly total: number; readonly text: string } {
  const parsed = parseOrchestratorStatus(readFileSync(join(log_path ?? "", "full_logs/status.json"), "utf8"));
  const votes = parsed.ok ? [...parsed.status.results.votes] : [];
  return {
    total: votes.reduce((sum, [, count]) => sum + count, 0),
    text: votes.map(([label, count]) => `${label}: ${count}`).join(", "),
  };
}
