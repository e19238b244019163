import type { LanguageModelV4Message } from "@ai-sdk/provider";
import type { AgentReply, AgentRequest } from "../../../contract/agent-backend.ts";
import type { CallSettings } from "../configure/call-settings.ts";
import { decisionTools } from "../tools/decision-tools.ts";
import { fileTools, type FileTools } from "../tools/file-tools.ts";
import { runCommand } from "../tools/run-command.ts";
import { webSearch } from "../tools/web-search.ts";
import { askModel } from "./ask-model.ts";
import type { Asking } from "./ask-once.ts";
import { budgetIsSpent } from "../../../budget/hold-budget.ts";
import { interrupted } from "../../../wrap-up/interrupted.ts";
import { again, instructions, timeIsUp } from "./instructions.ts";
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
  const search = asking.search && webSearch(asking, asking.search, settings, request);
  const commands = request.hasShell ? runCommand(request, asking.stop) : undefined;
  const files = withMore(fileTools(request, asking.stop), [search, commands]);
  const decisions = decisionTools(request);
  const messages: LanguageModelV4Message[] = [
    { role: "system", content: instructions(request, search !== undefined) },
    userMessage(request.task),
  ];
  const rules = {
    isVoting: request.stage === "vote",
    hidesCutCalls: asking.hidesCutCalls && decisions.length > 0,
    stop: asking.stop,
    timeIsUp: request.wrapUp.asked,
  };
  const said: string[] = [];
  const cuts = new Set<string>();
  let unusable = 0;
  let characters = 0;
  // A decision that a message came after: it counts where nothing better follows.
  let decided: AgentReply | undefined;
  for (let turns = 1; ; turns++) {
    if (request.spent.aborted) return decided ?? { text: "", failure: budgetIsSpent };
    const isWrappedUp = request.wrapUp.asked.aborted;
    const isLong = turns >= limits.turns || characters >= limits.characters / 2;
    const last = request.finish.aborted || isWrappedUp || isLong;
    const message = request.messages.take();
    if (message !== undefined) messages.push(userMessage(message.text + (decided ? again : "")));
    if (last) messages.push(userMessage(isWrappedUp ? request.wrapUp.text() : timeIsUp));
    // A request that shows calls of tools has to define some.
    const tools = last && decisions.length > 0 ? decisions : [...decisions, ...files.definitions];
    // One that could not be told yet is interrupted when it goes on too long.
    const stop = isWrappedUp ? asking.stop : AbortSignal.any([asking.stop, request.wrapUp.overdue]);
    const options = { ...settings, prompt: [...messages], tools };
    message?.delivered();
    const { turn, error } = await askModel({ ...asking, stop }, options, request);
    if (error !== undefined) {
      if (decided !== undefined) return decided;
      if (isWrappedUp || !request.wrapUp.asked.aborted || asking.stop.aborted)
        return { text: "", failure: error.message };
      asking.draft.note(interrupted);
      continue;
    }
    const { decision, messages: results, complaint } = await takeCalls(turn, files, rules);
    const problems = [...[...cuts].map((cut) => `${cut}; it was asked again`), ...(search?.problems() ?? [])];
    let reply: AgentReply | undefined = decision && { ...decision, problems };
    if (reply === undefined && complaint === undefined && (turn.calls.length === 0 || last)) {
      const final = await finalText(turn, said, request);
      reply = { ...final, problems: [...problems, ...(final.problems ?? [])] };
    }
    if (reply !== undefined) {
      if (reply.failure !== undefined) return decided ?? reply;
      if (last || !request.messages.isWaiting) return reply;
      decided = reply;
      asking.draft.note("a message came: it was asked again");
      messages.push(...(turn.calls.length === 0 ? [turn.message] : results));
      continue;
    }
    if (complaint === undefined && turn.text !== "") said.push(turn.text);
    if (complaint !== undefined) asking.draft.note(`${complaint}: it was asked again`);
    if (complaint !== undefined && turn.finish?.unified === "length") cuts.add(complaint);
    unusable = complaint === undefined ? 0 : unusable + 1;
    if (unusable === limits.unusable)
      return decided ?? { text: "", failure: `${limits.unusable} times in a row ${complaint ?? ""}` };
    characters += JSON.stringify(results).length;
    if (characters > limits.characters)
      return { text: "", failure: `its conversation grew to more than ${limits.characters} characters` };
    messages.push(...results);
  }
}

/** The tools of files, and others, each for calls of its own name. */
function withMore(
  files: FileTools,
  more: readonly ((FileTools & { isFor(name: string): boolean }) | undefined)[],
): FileTools {
  const others = more.filter((one) => one !== undefined);
  return {
    definitions: [files, ...others].flatMap(({ definitions }) => definitions),
    run: (name, input) => (others.find((one) => one.isFor(name)) ?? files).run(name, input),
  };
}

function userMessage(text: string): LanguageModelV4Message {
  return { role: "user", content: [{ type: "text", text }] };
}
