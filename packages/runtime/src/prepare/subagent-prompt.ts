import { isolateContext } from "./parent-context.ts";

export interface PromptInput {
  readonly task: string;
  /** Role text that comes first. */
  readonly systemPrompt?: string | undefined;
  /** Text of the parent's CONTEXT.md. */
  readonly context?: string | undefined;
  /** What it is given to change, and the path of its clone. */
  readonly changes?: { readonly repository: string; readonly tree: string } | undefined;
}

export interface SubagentPrompt {
  readonly text: string;
  /** Set when the context was cut. */
  readonly warning: string | undefined;
}

/** What a subagent is told: its role, where it stands, the parent's context, the rules, and the task last. */
export function subagentPrompt({ task, systemPrompt, context, changes }: PromptInput): SubagentPrompt {
  const isolated = isolateContext(context);
  const parts = [
    ...(systemPrompt === undefined || systemPrompt.trim() === "" ? [] : [systemPrompt.trim()]),
    "## You are a subagent\n\nAnother agent, your parent, handed you one task. Your workspace is yours alone, and your parent sees only your final answer and the files in it.",
    ...(isolated.text === undefined ? [] : [`## What your parent is working on\n\n${isolated.text}`]),
    rules,
    ...(changes === undefined ? [] : [changesText(changes)]),
    `## Your task\n\n${task}`,
  ];
  return { text: parts.join("\n\n"), warning: isolated.warning };
}

/** What an agent is told of the repository that it changes. */
export function changesText({
  repository,
  tree,
}: {
  readonly repository: string;
  readonly tree: string;
}): string {
  return (
    `## The repository that you change\n\nA clone of ${repository} is in your own directory, at ${tree}: ` +
    "change the files there, and nothing in the original. Your parent gets what you changed as a branch and a patch; you need not commit."
  );
}

const rules = `## Rules

- Do this task and nothing beside it.
- Write files in your own workspace only, by relative paths. Everything else is read-only.
- You cannot start subagents and nobody will answer questions: decide, and say what you decided.
- End with an answer that stands by itself. Name the few files your parent should take over, each by its full absolute path; leave out the ones it does not need.`;
