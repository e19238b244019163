import { quoted } from "@retinue/contained-fs";
import type { Turn } from "../session/session-store.ts";

export interface TaskPromptInput {
  readonly prompt: string;
  readonly workspace: string;
  readonly contextPaths: readonly string[];
  readonly earlierTurns: readonly Turn[];
}

/** What an agent is told at every stage beside its role: what went before, the task, and its places. */
export function taskPrompt(input: TaskPromptInput): string {
  const { prompt, workspace, contextPaths, earlierTurns } = input;
  const sections = [
    earlierTurns.length === 0
      ? ""
      : `# Earlier in this session\n\n${earlierTurns.map(turnText).join("\n\n")}`,
    earlierTurns.length === 0 ? prompt : `# Your task now\n\n${prompt}`,
    contextPaths.length === 0
      ? ""
      : `# Paths that you may read\n\n${contextPaths.map((path) => `- ${path}`).join("\n")}`,
    `# Your directory\n\n${workspace}\nWrite files only there. Name those that matter by absolute path in your answer.`,
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function turnText({ number, task, answer }: Turn): string {
  return `Task of turn ${number}:\n${quoted(task)}\nAnswer of turn ${number}:\n${quoted(answer)}`;
}
