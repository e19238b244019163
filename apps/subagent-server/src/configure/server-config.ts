import { agentConfigSchema } from "@retinue/engine-contract";
import { timeoutConfigSchema } from "@retinue/status-model";
import { z } from "zod";
import { checkDocument } from "./check-document.ts";
import { invalidFile, readNamedFile } from "./read-named-file.ts";

/** The file that is looked for in the workspace when no flag names another. */
export const configFileName = "retinue.yaml";

/** The part of `orchestrator.coordination` that a server reads; the rest is handed to the children. */
export const coordinationSchema = z.looseObject({
  ...timeoutConfigSchema.partial().shape,
  subagent_max_concurrent: z.number().int().min(1).optional(),
  subagent_runtime_mode: z.string().optional(),
  subagent_runtime_fallback_mode: z.string().nullish(),
  subagent_host_launch_prefix: z.array(z.string()).nullish(),
});
export type CoordinationConfig = z.infer<typeof coordinationSchema>;

const contextPathSchema = z.looseObject({ path: z.string().min(1) });

/** A MassGen configuration, as far as a server reads it, with a section of ours. */
const serverConfigSchema = z.looseObject({
  agents: z.array(agentConfigSchema).min(1).max(10),
  orchestrator: z
    .looseObject({
      coordination: coordinationSchema.optional(),
      context_paths: z.array(contextPathSchema).optional(),
      agent_temporary_workspace: z.string().min(1).optional(),
    })
    .optional(),
  retinue: z
    .strictObject({ engine: z.enum(["retinue-child", "massgen"]).optional() })
    .describe("Ours: which program runs the teams")
    .optional(),
});
export type ServerConfig = z.infer<typeof serverConfigSchema>;

/**
 * The configuration at `path`, or `undefined` when there is no file.
 *
 * @throws SubagentServerError INVALID_FILE naming the file and what is wrong in it.
 */
export async function readServerConfig(path: string, source: string): Promise<ServerConfig | undefined> {
  const text = readNamedFile(path, source);
  if (text === undefined) return undefined;
  const { parse } = await import("yaml");
  let document: unknown;
  try {
    document = parse(text, { maxAliasCount: 100 });
  } catch (error) {
    throw invalidFile(path, source, `it is not YAML: ${(error as Error).message.split("\n")[0]}`, error);
  }
  return checkDocument(serverConfigSchema, document, path, source);
}
