import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLineAgents } from "@retinue/engine-contract";
import { z } from "zod";
import { cliAgentBackend } from "./cli-agent-backend.ts";
import { cliAgentConfigSchema, keyOf, type CliAgentConfig } from "./cli-agent-config.ts";
import type { CliCall, CliDraft, CliEvent, CliOutput, CliProgram, Invocation } from "./cli-agent.ts";
import { flag } from "./flag.ts";
import { geminiPolicy } from "./gemini-policy.ts";

const geminiCli: CliProgram = {
  ...commandLineAgents.gemini_cli,
  logIn: "run `gemini` once and log in, or set GEMINI_API_KEY",
  takesSchema: false,
  countsSession: false,
  inPieces: true,
  unknownSession: /invalid session identifier|error resuming session/i,
  // It tries ten times, ever slower: minutes that the others of the team would wait.
  inVain: /^Attempt [4-9] failed/,
};

/** Gemini CLI: `gemini`, with its prompt on stdin. */
export const geminiCliBackend = cliAgentBackend(geminiCli, cliAgentConfigSchema, (config) => ({
  invocation: async (call) => invocation(config, call),
  read,
}));

function invocation(
  { model, base_url, env, ...config }: CliAgentConfig,
  { request, resume, files }: CliCall,
): Invocation {
  const { workspace, contextPaths, teamFiles, environment } = request;
  // With Vertex AI a key is another one.
  const key = environment["GOOGLE_GENAI_USE_VERTEXAI"] === "true" ? undefined : keyOf(config, environment);
  const policy = join(files, "policy.toml");
  writeFileSync(
    policy,
    geminiPolicy(workspace, { webSearch: config.enable_web_search, shell: request.hasShell }),
  );
  const readable = [...contextPaths, teamFiles].filter((path) => existsSync(path));
  return {
    args: [
      "--output-format=stream-json",
      "--approval-mode=default",
      `--policy=${policy}`,
      // The workspace is the agent's own. No extensions and no MCP servers (ours among them).
      "--skip-trust",
      "--extensions=none",
      "--allowed-mcp-server-names=none",
      ...readable.flatMap((path) => flag("--include-directories", path)),
      ...flag("--model", model),
      ...flag("--resume", resume),
    ],
    environment: {
      // Otherwise it starts itself a second time, for a larger heap.
      GEMINI_CLI_NO_RELAUNCH: "true",
      ...(key !== undefined && { GEMINI_API_KEY: key }),
      ...(base_url !== undefined && { GOOGLE_GEMINI_BASE_URL: base_url }),
      ...env,
    },
  };
}

const tokens = z.number().min(0).catch(0);
const usedSchema = z.looseObject({
  total_tokens: tokens,
  input_tokens: tokens,
  output_tokens: tokens,
  cached: tokens,
});
const words = z.string().optional().catch(undefined);
const eventSchema = z.looseObject({
  session_id: words,
  role: words,
  content: words,
  status: words,
  error: z.looseObject({ message: words }).optional().catch(undefined),
  stats: z
    .looseObject({ models: z.record(z.string(), usedSchema).catch({}) })
    .optional()
    .catch(undefined),
});

function read(event: CliEvent, output: CliOutput, draft: CliDraft): void {
  const {
    session_id,
    role,
    content = "",
    status,
    error,
    stats,
  } = eventSchema.parse(event, { jitless: true });
  if (session_id !== undefined) output.sessionId = session_id;
  if (event.type === "message" && role === "assistant") {
    output.text += content;
    draft.text(content);
  }
  if (event.type === "tool_use") {
    output.text = "";
    draft.tool(words.parse(event["tool_name"]) ?? "", JSON.stringify(event["parameters"] ?? {}));
  }
  if (event.type === "error")
    output.trouble = error?.message ?? words.parse(event["message"]) ?? output.trouble;
  if (event.type !== "result") return;
  output.ended = true;
  if (status === "error") output.error = error?.message ?? output.trouble ?? "it ended with an error";
  for (const [model, used] of Object.entries(stats?.models ?? {})) {
    // What it thought is paid for as output, and only in the total.
    const { input_tokens: input, cached: cacheRead } = used;
    output.tokens.set(model, {
      input,
      output: Math.max(used.output_tokens, used.total_tokens - input),
      cacheRead,
    });
  }
}
