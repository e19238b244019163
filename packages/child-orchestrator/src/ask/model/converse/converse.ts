import type { LanguageModelV4Message } from "@ai-sdk/provider";
import type { AgentReply, AgentRequest } from "../../../contract/agent-backend.ts";
import type { CallSettings } from "../configure/call-settings.ts";
import { decisionTools } from "../tools/decision-tools.ts";
import { fileTools } from "../tools/file-tools.ts";
import { askModel } from "./ask-model.ts";
import type { Asking } from "./ask-once.ts";
import { instructions, timeIsUp } from "./instructions.ts";
import { finalText } from "./final-text.ts";
import { takeCalls } from "./take-calls.ts";

/**
 * Requests in one round, turns in a row with calls that cannot be used, and characters that they add to the
 * conversation, which goes back as a whole each time: more than the largest models take. At half of them
 * the model has to decide.
 */
const limits = { turns: 60, unusable: 3, characters: 8 * 1024 * 1024 } as const;

/**
 * One round with a model: it looks into files and writes some as long as it likes, until it decides
 * by a tool or replies with plain text, which is an answer as well.
 */
export async function converse(
  asking: Asking,
  settings: CallSettings,
  request: AgentRequest,
): Promise<AgentReply> {
  const files = fileTools(request, asking.stop);
  const decisions = decisionTools(request);
  const messages: LanguageModelV4Message[] = [
    { role: "system", content: instructions(request) },
    userMessage(request.task),
  ];
  const rules = {
    isVoting: request.stage === "vote",
    hidesCutCalls: asking.hidesCutCalls && decisions.length > 0,
    stop: asking.stop,
  };
  const said: string[] = [];
  const cuts = new Set<string>();
  let unusable = 0;
  let characters = 0;
  for (let turns = 1; ; turns++) {
    const last = request.finish.aborted || turns >= limits.turns || characters >= limits.characters / 2;
    if (last) messages.push(userMessage(timeIsUp));
    // A request that shows calls of tools has to define some.
    const tools = last && decisions.length > 0 ? decisions : [...decisions, ...files.definitions];
    const { turn, error } = await askModel(asking, { ...settings, prompt: [...messages], tools }, request);
    if (error !== undefined) return { text: "", failure: error.message };
    const { decision, messages: results, complaint } = await takeCalls(turn, files, rules);
    const problems = [...cuts].map((cut) => `${cut}; it was asked again`);
    if (decision !== undefined) return { ...decision, problems };
    if (complaint === undefined && (turn.calls.length === 0 || last)) {
      const reply = await finalText(turn, said, request);
      return { ...reply, problems: [...problems, ...(reply.problems ?? [])] };
    }
    if (complaint === undefined && turn.text !== "") said.push(turn.text);
    if (complaint !== undefined && turn.finish?.unified === "length") cuts.add(complaint);
    unusable = complaint === undefined ? 0 : unusable + 1;
    if (unusable === limits.unusable)
      return { text: "", failure: `${limits.unusable} times in a row ${complaint ?? ""}` };
    characters += JSON.stringify(results).length;
    if (characters > limits.characters)
      return { text: "", failure: `its conversation grew to more than ${limits.characters} characters` };
    messages.push(...results);
  }
}

function userMessage(text: string): LanguageModelV4Message {
  return { role: "user", content: [{ type: "text", text }] };
}
