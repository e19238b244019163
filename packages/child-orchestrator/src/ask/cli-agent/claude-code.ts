import { commandLineAgents } from "@retinue/engine-contract";
import { z } from "zod";
import { cliAgentBackend } from "./cli-agent-backend.ts";
import { cliAgentConfigSchema, keyOf, reasoningSchema } from "./cli-agent-config.ts";
import type { CliCall, CliProgram, Invocation } from "./cli-agent.ts";
import { claudeTalk } from "./claude-talk.ts";
import { flag } from "./flag.ts";
import { readClaudeEvent } from "./read-claude-event.ts";
import { readableParts } from "./readable-parts.ts";

const configSchema = cliAgentConfigSchema.extend({
  allowed_tools: z
    .array(z.string().min(1))
    .describe(
      "Its tools; those for files write in its workspace only, all the same. Left out: those for files, and Bash " +
        "where its role needs a shell and a sandbox holds",
    )
    .optional(),
  reasoning: reasoningSchema,
});
type Config = z.infer<typeof configSchema>;

const claudeCode: CliProgram = {
  ...commandLineAgents.claude_code,
  logIn: "run `claude auth login`, or set ANTHROPIC_API_KEY",
  takesSchema: true,
  countsSession: false,
  inPieces: false,
  unknownSession: /no conversation found/i,
  talk: claudeTalk,
};

/** Claude Code: `claude --print`. */
export const claudeCodeBackend = cliAgentBackend(claudeCode, configSchema, (config) => ({
  invocation: async (call) => invocation(config, call),
  read: readClaudeEvent,
}));

function invocation(
  { model, base_url, env, reasoning, allowed_tools, ...config }: Config,
  { request, resume, schema }: CliCall,
): Invocation {
  const { workspace, environment } = request;
  const own = allowed_tools ?? [...fileTools, ...(request.hasShell ? ["Bash"] : [])];
  const tools = [...own, ...(config.enable_web_search ? ["WebSearch", "WebFetch"] : [])];
  const readable = readableParts(request);
  const key = keyOf(config, environment);
  return {
    args: [
      "--print",
      "--verbose",
      "--output-format=stream-json",
      // Messages in its session, and a sign of each that has arrived.
      "--input-format=stream-json",
      "--replay-user-messages",
      // Its words as they come, and not only whole messages.
      "--include-partial-messages",
      // Nothing of the project's, no MCP servers (ours among them) and no skills: the task needs none.
      "--setting-sources=user",
      "--strict-mcp-config",
      "--disable-slash-commands",
      // What is not allowed is refused without asking, which root may do too.
      "--permission-mode=dontAsk",
      `--tools=${tools.map(toolName).join(",")}`,
      ...tools.flatMap((tool) => flag("--allowedTools", permission(tool, workspace))),
      ...readable.files.flatMap((path) => flag("--allowedTools", `Read(/${literal(path)})`)),
      ...configurations.flatMap((pattern) => flag("--disallowedTools", `Read(${pattern})`)),
      ...readable.directories.flatMap((path) => flag("--add-dir", path)),
      ...flag("--model", model),
      ...flag("--effort", reasoning.effort),
      ...flag("--json-schema", schema && JSON.stringify(schema)),
      ...flag("--resume", resume),
    ],
    environment: {
      // @path in a prompt would be read, whoever wrote it and wherever it is.
      CLAUDE_CODE_DISABLE_ATTACHMENTS: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CODE_MAX_RETRIES: environment["CLAUDE_CODE_MAX_RETRIES"] ?? "5",
      ...(key !== undefined && { ANTHROPIC_API_KEY: key }),
      ...(base_url !== undefined && { ANTHROPIC_BASE_URL: base_url }),
      ...env,
    },
  };
}

/** `Bash(git *)` is a use of Bash. */
function toolName(tool: string): string {
  return tool.replace(/\(.*$/s, "");
}

const fileTools = ["Read", "Grep", "Glob", "Edit", "Write"];
const reads = new Set(["Read", "Grep", "Glob", "LS"]);
const edits = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

/** Reading needs no permission in the workspace and the added directories; Edit stands for all writing. */
function permission(tool: string, workspace: string): string | undefined {
  if (reads.has(tool)) return undefined;
  return edits.has(tool) ? `Edit(/${literal(workspace)}/**)` : tool;
}

/** A path in a rule, where it would be a pattern. */
function literal(path: string): string {
  return path.replace(/[\\*?[\]!#]/g, "\\$&");
}

/** Hidden wherever they lie: as the tools that read files, and those that search, take a pattern. */
const configurations = ["//**/subagent_config_*.yaml", "subagent_config_*.yaml"];
