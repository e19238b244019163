import type { FetchedModel } from "./fetch-model.ts";
import type { ChatTurn, LlamaRuntime } from "./llama-runtime.ts";

const contextTokens = 4096;
/** So small a model seldom knows when to stop. */
const maximumTokens = 200;

export interface Generated {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface LoadedModel {
  /** What the model says next; with a schema, JSON of that shape. One at a time: a call waits for those before it. */
  generate(turns: readonly ChatTurn[], schema?: unknown): Promise<Generated>;
  unload(): Promise<void>;
}

/** Loads the weights: about a second and 300 MB. */
export async function loadModel({ weights, runtime }: FetchedModel): Promise<LoadedModel> {
  const { getLlama, LlamaChat } = (await import(runtime)) as LlamaRuntime;
  const llama = await getLlama({ gpu: false, build: "never", logLevel: "error" });
  const model = await llama.loadModel({ modelPath: weights });
  // One thread: several wait for each other by spinning, which on a busy machine never ends.
  const context = await model.createContext({ contextSize: contextTokens, threads: 1 });
  const chat = new LlamaChat({ contextSequence: context.getSequence() });
  let earlier: Promise<unknown> = Promise.resolve();

  async function generateNow(turns: readonly ChatTurn[], schema: unknown): Promise<Generated> {
    const { response } = await chat.generateResponse([...turns, { type: "model", response: [] }], {
      maxTokens: maximumTokens,
      temperature: 0.4,
      repeatPenalty: { penalty: 1.2 },
      ...(schema === undefined ? {} : { grammar: await llama.createGrammarForJsonSchema(schema) }),
    });
    const tokens = (text: string) => model.tokenize(text).length;
    const told = turns.map((turn) => (turn.type === "model" ? turn.response.join("") : turn.text));
    return { text: response, inputTokens: tokens(told.join("\n")), outputTokens: tokens(response) };
  }

  return {
    generate(turns, schema) {
      const next = earlier.then(() => generateNow(turns, schema));
      earlier = next.catch(() => undefined);
      return next;
    },
    async unload() {
      await earlier;
      chat.dispose();
      await llama.dispose();
    },
  };
}
