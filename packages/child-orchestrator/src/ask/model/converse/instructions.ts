import type { AgentRequest } from "../../../contract/agent-backend.ts";

const files =
  "You can list, read and search files in your places, and write files in your own directory, with your tools.";

const web = "You can search the web with web_search.";
const shell = "You can run commands with run.";

/** How a model of a team gives what it is asked for at each stage. */
const byStage = {
  answer: "When you are done, call new_answer with the whole of your answer.",
  vote: "Give your judgement by calling one of the tools for it.",
  present: "Reply with the final answer as plain text: it is passed on as it is.",
} as const;

/** What the model is told beside the task: its role, and how it replies. */
export function instructions({ stage, systemMessage, hasShell }: AgentRequest, searches: boolean): string {
  const can = [files, ...(searches ? [web] : []), ...(hasShell ? [shell] : [])].join(" ");
  const standing = `You are one agent of a team. ${can} ${byStage[stage]}`;
  return systemMessage === undefined ? standing : `${systemMessage}\n\n${standing}`;
}

/** Said with a message that came after its answer. */
export const again = "\n\nTake it into account and give what you were asked for again, the whole of it.";

/** Said once when the round's time is up. */
export const timeIsUp =
  "Your time is up: no more looking around. Give what you were asked for now, with what you have.";
