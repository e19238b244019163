import type {
  LanguageModelV4FinishReason,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";

type Content = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];
type Spoken = Extract<Content, { type: "text" | "reasoning" }>;

/** What a model said in reply to one request. */
export interface ModelTurn {
  readonly text: string;
  readonly calls: readonly LanguageModelV4ToolCall[];
  /** The same as it goes back with the next request, with what the vendor wants to see again. */
  readonly message: LanguageModelV4Message;
  readonly usage: LanguageModelV4Usage | undefined;
  readonly finish: LanguageModelV4FinishReason | undefined;
  /** Settings that the SDK found to be of no use. */
  readonly warnings: readonly string[];
}

/** Puts a turn together from what is streamed. */
export function turnCollector() {
  const parts = new Map<string, Content>();
  const calls: LanguageModelV4ToolCall[] = [];
  const warnings: string[] = [];
  let usage: LanguageModelV4Usage | undefined;
  let finish: LanguageModelV4FinishReason | undefined;

  function spoken(type: Spoken["type"], id: string, delta: string, metadata?: SharedV4ProviderMetadata) {
    const key = `${type} ${id}`;
    const before = parts.get(key) as Spoken | undefined;
    const providerOptions = { ...before?.providerOptions, ...metadata };
    parts.set(key, { type, text: (before?.text ?? "") + delta, providerOptions });
  }

  return {
    add(part: LanguageModelV4StreamPart): void {
      if (part.type === "text-start" || part.type === "text-end")
        spoken("text", part.id, "", part.providerMetadata);
      else if (part.type === "text-delta") spoken("text", part.id, part.delta, part.providerMetadata);
      else if (part.type === "reasoning-start" || part.type === "reasoning-end")
        spoken("reasoning", part.id, "", part.providerMetadata);
      else if (part.type === "reasoning-delta")
        spoken("reasoning", part.id, part.delta, part.providerMetadata);
      else if (part.type === "tool-call") {
        calls.push(part);
        parts.set(`call ${part.toolCallId}`, toolCallPart(part));
      } else if (part.type === "stream-start") warnings.push(...part.warnings.map(warningText));
      else if (part.type === "finish") ({ usage, finishReason: finish } = part);
    },
    turn(): ModelTurn {
      const content = [...parts.values()].filter((part) => part.type !== "text" || part.text !== "");
      const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
      return { text: text.trim(), calls, message: { role: "assistant", content }, usage, finish, warnings };
    },
  };
}

function toolCallPart({ toolCallId, toolName, input, providerMetadata }: LanguageModelV4ToolCall): Content {
  return {
    type: "tool-call",
    toolCallId,
    toolName,
    // A call that cannot be read goes back as an empty one; what was wrong is said in its result.
    input: parsedInput(input) ?? {},
    ...(providerMetadata && { providerOptions: providerMetadata }),
  };
}

/** The arguments of a call; undefined when they are no JSON object. */
export function parsedInput(input: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(input === "" ? "{}" : input);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

type Warning = Extract<LanguageModelV4StreamPart, { type: "stream-start" }>["warnings"][number];

function warningText(warning: Warning): string {
  if (warning.type === "other") return warning.message;
  if (warning.type === "deprecated") return `${warning.setting}: ${warning.message}`;
  return `${warning.feature} is ${warning.type}${warning.details === undefined ? "" : `: ${warning.details}`}`;
}
