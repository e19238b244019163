import type { LanguageModelV4Message, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import { readDecision, type Decided } from "../tools/decision-tools.ts";
import type { FileTools } from "../tools/file-tools.ts";
import { parsedInput, type ModelTurn } from "./model-turn.ts";

/** What came of a turn's calls. */
interface Taken {
  readonly decision?: Decided | undefined;
  /** Why a call could not be used. */
  readonly complaint?: string | undefined;
  /** The turn and its results, for the next request. */
  readonly messages: readonly LanguageModelV4Message[];
}

/** Runs a turn's calls in their order: files are written before the answer that speaks of them counts. */
export function takeCalls({ calls, finish, message }: ModelTurn, files: FileTools, isVoting: boolean): Taken {
  // One API keeps a malformed call to itself and says only that there was one.
  if (calls.length === 0 && finish?.unified === "error") {
    const complaint = `its call of a tool was malformed (${finish.raw ?? "error"})`;
    return {
      complaint,
      messages: [{ role: "user", content: [{ type: "text", text: `Try again: ${complaint}.` }] }],
    };
  }
  let decision: Decided | undefined;
  let complaint: string | undefined;
  const content = calls.map(({ toolCallId, toolName, input }): LanguageModelV4ToolResultPart => {
    const read = readDecision(toolName, input, isVoting);
    const result = (value: string) =>
      ({ type: "tool-result", toolCallId, toolName, output: { type: "text", value } }) as const;
    if (read === undefined) return result(files.run(toolName, parsedInput(input)));
    if ("complaint" in read) {
      const why =
        finish?.unified === "length"
          ? "it was cut at the limit of its length (max_tokens): be shorter"
          : read.complaint;
      complaint = `its call of ${toolName} could not be used: ${why}`;
      return result(`error: ${why}`);
    }
    decision ??= read;
    return result("noted");
  });
  return { decision, complaint, messages: [message, { role: "tool", content }] };
}
