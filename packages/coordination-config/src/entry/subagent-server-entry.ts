import { parseOrThrow } from "@retinue/errors";
import { timeoutBounds } from "@retinue/status-model";
import { z } from "zod";
import { CoordinationConfigError } from "../coordination-config-error.ts";
import { inheritedSchema } from "../schema/inherited.ts";
import { clientTimeout, mcpClientSchema } from "./client-timeout.ts";
import { serverFlags } from "./server-flags.ts";

const inputSchema = z.strictObject({
  client: mcpClientSchema,
  name: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, "must be letters, digits, _ or -")
    .default("retinue"),
  command: z.string().min(1).default("npx"),
  args: z.array(z.string()).default(["-y", "retinue-mcp"]).describe("What comes before the flags"),
  flags: z
    .record(z.string().regex(/^[a-z][a-z-]*$/, "must be a flag without its dashes"), z.string())
    .default({})
    .describe("Further flags by name, without dashes; they win over those made of the settings"),
  env: z.record(z.string(), z.string()).optional(),
  coordination: inheritedSchema.default({}),
});

/** What an entry is made of: whose it is, how the server is started, and the parent's settings. */
export type SubagentServerEntryInput = z.input<typeof inputSchema>;

/** A server in a client's configuration, in the form that most clients share. */
export interface SubagentServerEntry {
  readonly name: string;
  readonly type: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Seconds; Codex, and MassGen for Codex. */
  readonly tool_timeout_sec?: number;
  /** Milliseconds; the others. */
  readonly timeout?: number;
}

/**
 * The MCP entry that a parent needs, so that its client waits at least as long as its runs may take.
 *
 * @throws CoordinationConfigError INVALID_ENTRY naming every problem, StatusModelError for timeouts that
 *   contradict each other.
 */
export function subagentServerEntry(input: SubagentServerEntryInput): SubagentServerEntry {
  const { client, name, command, args, flags, env, coordination } = parseOrThrow(inputSchema, input, invalid);
  const { subagent_default_timeout, subagent_min_timeout, subagent_max_timeout } = coordination;
  const bounds = timeoutBounds({ subagent_default_timeout, subagent_min_timeout, subagent_max_timeout });
  const given = Object.entries({ ...serverFlags(coordination, bounds), ...flags });
  return {
    name,
    type: "stdio",
    command,
    args: [...args, ...given.flatMap(([flag, value]) => [`--${flag}`, value])],
    ...(env !== undefined && { env }),
    ...clientTimeout(client, bounds.defaultSeconds),
  };
}

function invalid(problems: readonly string[], cause: unknown): CoordinationConfigError {
  return new CoordinationConfigError("INVALID_ENTRY", `The entry is not valid: ${problems.join("; ")}`, {
    remedy: `Correct the named values. Clients: ${mcpClientSchema.options.join(", ")}.`,
    details: { problems },
    cause,
  });
}
