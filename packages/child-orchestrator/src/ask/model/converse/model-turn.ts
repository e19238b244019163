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
  /** Pages that it rests on, as a vendor's search says. */
  readonly sources: readonly { readonly url: string; readonly title: string | undefined }[];
  /** Settings that the SDK found to be of no use. */
  readonly warnings: readonly string[];
}

/** Puts a turn together from what is streamed. */
export function turnCollector() {
  const parts = new Map<string, Content>();
  const calls: LanguageModelV4ToolCall[] = [];
  const begun = new Map<string, { readonly toolName: string; input: string }>();
  const sources = new Map<string, ModelTurn["sources"][number]>();
  const warnings: string[] = [];
  let usage: LanguageModelV4Usage | undefined;
  let finish: LanguageModelV4FinishReason | undefined;

  function spoken(type: Spoken["type"], id: string, delta: string, metadata?: SharedV4ProviderMetadata) {
    const key = `${type} ${id}`;
    const before = parts.get(key) as Spoken | undefined;
    const providerOptions = { ...before?.providerOptions, ...metadata };
    parts.set(key, { type, text: (before?.text ?? "") + delta, providerOptions });
  }

  function called(call: LanguageModelV4ToolCall) {
    begun.delete(call.toolCallId);
    calls.push(call);
    parts.set(`call ${call.toolCallId}`, toolCallPart(call));
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
      else if (part.type === "tool-input-start") begun.set(part.id, { toolName: part.toolName, input: "" });
      else if (part.type === "tool-input-delta") {
        const call = begun.get(part.id);
        if (call !== undefined) call.input += part.delta;
      } else if (part.type === "tool-call") called(part);
      else if (part.type === "stream-start") warnings.push(...part.warnings.map(warningText));
      else if (part.type === "source" && part.sourceType === "url")
        sources.set(part.url, { url: part.url, title: part.title });
      else if (part.type === "finish") ({ usage, finishReason: finish } = part);
    },
    /** Some SDKs keep a call to themselves until the connection ends: those that began are whole by now. */
    callsAreWhole(): void {
      for (const [toolCallId, call] of begun) called({ type: "tool-call", toolCallId, ...call });
    },
    turn(): ModelTurn {
      const content = [...parts.values()].filter((part) => part.type !== "text" || part.text !== "");
      const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
      const message = { role: "assistant" as const, content };
      return { text: text.trim(), calls, message, usage, finish, sources: [...sources.values()], warnings };
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
