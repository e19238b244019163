import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLineAgents } from "@retinue/engine-contract";
import { isContained } from "../is-contained.ts";
import { z } from "zod";
import { cliAgentBackend } from "./cli-agent-backend.ts";
import { cliAgentConfigSchema, keyOf, reasoningSchema } from "./cli-agent-config.ts";
import type { CliCall, CliDraft, CliEvent, CliOutput, CliProgram, Invocation } from "./cli-agent.ts";
import { examineCodex, type CodexHere } from "./examine-codex.ts";
import { flag } from "./flag.ts";

const configSchema = cliAgentConfigSchema.extend({
  reasoning: reasoningSchema,
  model_reasoning_effort: z.string().min(1).describe("The same as reasoning.effort").optional(),
});
type Config = z.infer<typeof configSchema>;

const codex: CliProgram = {
  ...commandLineAgents.codex,
  logIn: "run `codex login`, or set CODEX_API_KEY or OPENAI_API_KEY",
  takesSchema: true,
  countsSession: true,
  inPieces: false,
  unknownSession: /no rollout found/i,
};

/** Codex: `codex exec`. */
export const codexBackend = cliAgentBackend(codex, configSchema, (config) => {
  let here: Promise<CodexHere> | undefined;
  return {
    async invocation(call) {
      here ??= examineCodex(call.request.environment, call.request.workspace);
      // The next round asks again.
      here.catch(() => (here = undefined));
      return invocation(config, await here, call);
    },
    read: (event, output, draft) => read(config.model ?? "", event, output, draft),
  };
});

/** `-c` is for both `exec` and `exec resume`, which takes fewer flags. */
function invocation(
  { model, base_url, env, ...config }: Config,
  here: CodexHere,
  { request: { environment }, resume, schema, files }: CliCall,
): Invocation {
  const temporary = join(files, "tmp");
  mkdirSync(temporary);
  const schemaFile = join(files, "schema.json");
  if (schema !== undefined) writeFileSync(schemaFile, JSON.stringify(schema));
  const effort = config.model_reasoning_effort ?? config.reasoning.effort;
  const key = keyOf(config, environment);
  const settings: readonly (readonly [string, unknown])[] = [
    ["sandbox_mode", isContained(environment) ? "danger-full-access" : "workspace-write"],
    ["sandbox_workspace_write.writable_roots", []],
    ["sandbox_workspace_write.network_access", false],
    // $TMPDIR stays writable: it is the agent's own.
    ["sandbox_workspace_write.exclude_slash_tmp", true],
    ["approval_policy", "never"],
    ["web_search", config.enable_web_search ? "live" : "disabled"],
    // Ours would be among them; what a subagent needs is its task.
    ...here.mcpServers.map((name) => [`mcp_servers.${name}.enabled`, false] as const),
    ...(effort === undefined ? [] : [["model_reasoning_effort", effort] as const]),
    ...(base_url === undefined ? [] : provider(base_url)),
  ];
  return {
    args: [
      "exec",
      ...(resume === undefined ? [] : ["resume"]),
      "--json",
      "--skip-git-repo-check",
      ...settings.flatMap(([name, value]) => flag("-c", `${name}=${JSON.stringify(value)}`)),
      ...flag("--model", model),
      ...flag("--output-schema", schema && schemaFile),
      ...(resume === undefined ? [] : [resume]),
      "-",
    ],
    environment: {
      TMPDIR: temporary,
      ...(key !== undefined && (base_url !== undefined || !here.loggedIn) && { CODEX_API_KEY: key }),
      ...env,
    },
  };
}

function provider(baseUrl: string): (readonly [string, unknown])[] {
  const path = "model_providers.retinue";
  return [
    ["model_provider", "retinue"],
    [`${path}.name`, "retinue"],
    [`${path}.base_url`, baseUrl],
    [`${path}.wire_api`, "responses"],
    [`${path}.env_key`, "CODEX_API_KEY"],
    // Its own 4 and 5 multiply.
    [`${path}.request_max_retries`, 2],
    [`${path}.stream_max_retries`, 2],
  ];
}

const tokens = z.number().min(0).catch(0);
const eventSchema = z.looseObject({
  thread_id: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  item: z
    .looseObject({ type: z.string(), text: z.string().catch("") })
    .optional()
    .catch(undefined),
  error: z.looseObject({ message: z.string() }).optional().catch(undefined),
  usage: z
    .looseObject({
      input_tokens: tokens,
      cached_input_tokens: tokens,
      cache_write_input_tokens: tokens,
      output_tokens: tokens,
    })
    .optional()
    .catch(undefined),
});

/** What a tool works on: a command, a file's changes, a query. */
function about({
  id: _id,
  type: _type,
  status: _status,
  text: _text,
  ...rest
}: Readonly<Record<string, unknown>>) {
  const { command } = rest;
  return typeof command === "string" ? command : JSON.stringify(rest);
}

/** Items between which a message stays the last word. */
const besides = new Set(["reasoning", "error", "todo_list"]);

function read(model: string, event: CliEvent, output: CliOutput, draft: CliDraft): void {
  const { thread_id, message, item, error, usage } = eventSchema.parse(event, { jitless: true });
  if (thread_id !== undefined) output.sessionId = thread_id;
  if (item?.type === "agent_message") {
    output.text = item.text;
    // Whole messages are all that it hands on.
    draft.text(item.text);
    draft.apart();
  } else if (item !== undefined && !besides.has(item.type)) {
    output.text = "";
    if (event.type === "item.started") draft.tool(item.type, about(item));
  }
  if (event.type === "error" && message !== undefined) output.trouble = message;
  if (event.type === "turn.failed") output.error = error?.message ?? output.trouble ?? "the turn failed";
  if (event.type !== "turn.completed") return;
  output.ended = true;
  if (usage === undefined) return;
  output.tokens.set(model, {
    input: usage.input_tokens,
    output: usage.output_tokens,
    cacheRead: usage.cached_input_tokens,
    cacheWrite: usage.cache_write_input_tokens,
  });
}
