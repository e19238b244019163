/** The part of node-llama-cpp that is used here; it is installed at first use, so its own types are not there. */
export interface LlamaRuntime {
  getLlama(options: { gpu: false; build: "never"; logLevel: "error" }): Promise<Llama>;
  LlamaChat: new (options: { contextSequence: Sequence }) => Chat;
}

export interface Llama {
  loadModel(options: { modelPath: string }): Promise<{
    createContext(options: { contextSize: number; threads: number }): Promise<Context>;
    tokenize(text: string): readonly number[];
  }>;
  createGrammarForJsonSchema(schema: unknown): Promise<unknown>;
  dispose(): Promise<void>;
}

export type ChatTurn = { type: "system" | "user"; text: string } | { type: "model"; response: string[] };

interface Context {
  getSequence(): Sequence;
}

type Sequence = object;

interface Chat {
  generateResponse(
    history: readonly ChatTurn[],
    options: {
      maxTokens: number;
      temperature: number;
      grammar?: unknown;
      signal?: AbortSignal;
      stopOnAbortSignal?: boolean;
      repeatPenalty?: { penalty: number };
      onTextChunk?: (text: string) => void;
    },
  ): Promise<{ response: string }>;
  dispose(): void;
}
