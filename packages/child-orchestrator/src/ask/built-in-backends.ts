import type { BackendFactory, BackendRegistry } from "../contract/agent-backend.ts";
import type { ModelApi } from "./model/apis/model-api.ts";

/** The backends that come with this package. */
export const builtInBackends: BackendRegistry = {
  command: async () => (await import("./command/command-backend.ts")).commandBackend,
  claude_code: async () => (await import("./cli-agent/claude-code.ts")).claudeCodeBackend,
  codex: async () => (await import("./cli-agent/codex.ts")).codexBackend,
  gemini_cli: async () => (await import("./cli-agent/gemini-cli.ts")).geminiCliBackend,
  acp: async () => (await import("./acp/acp-backend.ts")).acpBackend,
  openai: () => model(import("./model/apis/openai-api.ts").then(({ openAiApi }) => openAiApi)),
  chatcompletion: () =>
    model(import("./model/apis/chat-completion-api.ts").then(({ chatCompletionApi }) => chatCompletionApi)),
  claude: () => model(import("./model/apis/claude-api.ts").then(({ claudeApi }) => claudeApi)),
  gemini: () => model(import("./model/apis/gemini-api.ts").then(({ geminiApi }) => geminiApi)),
};

/** Only the SDK of the API that is needed is loaded. */
async function model(loading: Promise<ModelApi>): Promise<BackendFactory> {
  const { modelBackend } = await import("./model/model-backend.ts");
  return modelBackend(await loading);
}
