import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { AgentReply, AgentRequest } from "../../../contract/agent-backend.ts";
import { parsedInput } from "../converse/model-turn.ts";

/** What a call decides. */
export type Decided = Pick<AgentReply, "text" | "vote">;

const names = { answer: "new_answer", vote: "vote" } as const;

/** The tools by which an agent says what it was asked for: MassGen's names. */
export function decisionTools({ stage, ballot }: AgentRequest): LanguageModelV4FunctionTool[] {
  if (stage === "present") return [];
  const answer = tool(
    names.answer,
    "Gives your answer. It is all that others see of your work: give the whole of it.",
    { content: { type: "string", description: "The answer" } },
    ["content"],
  );
  if (ballot === undefined) return [answer];
  const vote = tool(
    names.vote,
    "Votes for the answer that does the task best.",
    {
      agent_id: { type: "string", enum: [...ballot.labels], description: "Label of the answer" },
      reason: { type: "string", description: "Why, in a sentence" },
    },
    ["agent_id", "reason"],
  );
  return ballot.mayAnswer ? [vote, answer] : [vote];
}

/** Which argument of a tool is the answer; undefined: it gives none. */
export function answerArgument(toolName: string): string | undefined {
  return toolName === names.answer ? "content" : undefined;
}

/** Reads a call of one of them; undefined: it is of another tool. */
export function readDecision(
  name: string,
  input: string,
  isVoting: boolean,
): Decided | { readonly complaint: string } | undefined {
  if (name !== names.answer && name !== names.vote) return undefined;
  const given = parsedInput(input);
  if (given === undefined) return { complaint: `its arguments are no JSON object: ${input.slice(0, 200)}` };
  const text = (key: string) => (typeof given[key] === "string" ? given[key].trim() : "");
  if (name === names.answer) {
    const content = text("content");
    return content === "" ? { complaint: 'it has no text in "content"' } : { text: content };
  }
  if (!isVoting) return { complaint: "there is nothing to vote for now" };
  const choice = text("agent_id");
  if (choice === "") return { complaint: 'it has no label in "agent_id"' };
  return { text: "", vote: { for: choice, reason: text("reason") } };
}

type Properties = NonNullable<LanguageModelV4FunctionTool["inputSchema"]["properties"]>;

/** A tool that takes an object of these properties. */
export function tool(
  name: string,
  description: string,
  properties: Properties,
  required: string[],
): LanguageModelV4FunctionTool {
  return { type: "function", name, description, inputSchema: { type: "object", properties, required } };
}
