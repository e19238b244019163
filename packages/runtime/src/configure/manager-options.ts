import { inheritedSchema, parentAgentSchema, type ParentAgent } from "@retinue/coordination-config";
import { runtimeModeSchema, sandboxModeSchema, type RuntimeMode } from "@retinue/engine-contract";
import { pathText } from "@retinue/errors";
import { routesSchema } from "@retinue/model-broker";
import { timeoutBounds, type TimeoutBounds } from "@retinue/status-model";
import type { ActiveProfiles } from "@retinue/subagent-profiles";
import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { functionSchema } from "../contract/call-options.ts";
import type { RunTelemetry } from "../contract/run-telemetry.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import { requireArguments } from "../require-arguments.ts";
import { activeTypes } from "./active-types.ts";
import { skillDirectories } from "./skill-directories.ts";

const absolutePath = z.string().refine(isAbsolute, "must be an absolute path");

/** The program that runs a team, called as the README of @retinue/engine-contract says. */
export const engineSchema = z.object({
  kind: z.enum(["retinue-child", "massgen"]),
  command: z
    .array(z.string().min(1))
    .min(1)
    .describe('Program and leading arguments: ["uv", "run", "massgen"]'),
});
export type Engine = z.infer<typeof engineSchema>;

/** What confined runs reach beside what their programs are known to need. */
const sandboxAllowSchema = z.strictObject({
  hosts: z
    .array(z.string().regex(/^[A-Za-z0-9.[\]:-]+:[0-9]{1,5}$/, "must be HOST:PORT"))
    .default([])
    .describe("Of the network; with a broker none is"),
  readable: z
    .array(z.string().regex(/^(~?\/|~$)/, "must be absolute, or begin with ~/"))
    .default([])
    .describe("Files and directories; what is not there is left out"),
});

const optionsSchema = z.object({
  workspace: absolutePath.describe("The parent's workspace; subagents are kept in its folder `subagents`"),
  logDirectory: absolutePath
    .optional()
    .describe("Default: <workspace>/.massgen/massgen_logs/log_<ts>/turn_1/attempt_1"),
  workspaceIndex: absolutePath
    .optional()
    .describe("Directory in which the workspace is noted, to be found again; default: it is noted nowhere"),
  parentAgentId: z.string().min(1).default("parent"),
  orchestratorId: z.string().min(1).default("retinue"),
  agents: z
    .array(parentAgentSchema)
    .default([])
    .describe(
      "The parent's agents: teams of subagents are made of them; none are needed to list or to cancel",
    ),
  engine: engineSchema.optional().describe("Needed to spawn and to continue"),
  runtimeMode: runtimeModeSchema.default("isolated"),
  runtimeFallbackMode: z.literal("inherited").optional(),
  hostLaunchPrefix: z
    .array(z.string().refine((token) => token.trim() !== "", "must not be blank"))
    .default([]),
  sandbox: sandboxModeSchema
    .optional()
    .describe("Whether runs on this machine are confined; default: auto where isolated, off where inherited"),
  sandboxAllow: sandboxAllowSchema.default({ hosts: [], readable: [] }),
  broker: z
    .union([z.boolean(), z.literal("auto")])
    .default("auto")
    .describe(
      "Whether runs on this machine get their models by a broker, and no key; auto: where they are in a sandbox, and their team can be led there",
    ),
  brokerRoutes: routesSchema
    .optional()
    .describe("What they may ask there; default: what the team asks, with the keys of `environment`"),
  brokerCommand: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe("Program that serves a broker in the directory that is appended: needed for `broker`"),
  delegationDirectory: absolutePath
    .optional()
    .describe("Directory shared with a host that runs what is asked of it there: needed for delegated"),
  delegationGraceSeconds: z
    .number()
    .min(0)
    .default(30)
    .describe("What a host gets beyond the deadline, to begin a run and to end it, and to confirm a stop"),
  maxConcurrent: z
    .number()
    .int()
    .min(1)
    .default(3)
    .describe("Runs at once in the workspace, and tasks in one call"),
  temporaryWorkspace: absolutePath.optional().describe("Shared reference directory, readable by subagents"),
  contextPaths: z
    .array(z.object({ path: z.string().min(1), permission: z.enum(["read", "write"]).default("read") }))
    .default([])
    .describe("The parent's own context paths; what it may write there, subagents may be given to change"),
  contextRoots: z
    .array(absolutePath)
    .optional()
    .describe("When given, tasks may name context paths inside these only"),
  coordination: inheritedSchema
    .default({})
    .describe("What the parent hands over of its settings; children take over a part"),
  profileSources: z
    .array(z.object({ directory: absolutePath, inherited: z.boolean().optional() }))
    .describe("Where profiles are, ahead of the built-in ones; default <workspace>/.agent/subagent_types")
    .optional(),
  skillDirectories: z
    .array(absolutePath)
    .describe("Where skills are, each a folder with a SKILL.md; default: of the workspace, then of the user")
    .optional(),
  reservedTypes: z
    .array(z.string())
    .default([])
    .describe("Types that no task may name: something else than a model's wish starts them"),
  notice: z.string().optional().describe("Goes into each new run's result as a warning"),
  environment: z
    .record(z.string(), z.string().optional())
    .describe("The parent's; children get an allow-list of it"),
  keyVariables: z
    .array(z.string())
    .default([])
    .describe("Names of variables that reach every child, beside those that its team's backends read"),
  addedEnvironment: z.record(z.string(), z.string()).default({}),
});

/** A team that was found when it was needed. */
export interface FoundTeam {
  readonly agents: readonly ParentAgent[];
  /** Default: the configured one. */
  readonly engine?: Engine | undefined;
  /** Goes into each run's result as a warning: which team it is, and why. */
  readonly notice?: string | undefined;
}

const callbacksSchema = z.looseObject({
  findTeam: functionSchema.optional(),
  isContainer: functionSchema.optional(),
  log: functionSchema.optional(),
  telemetry: z
    .looseObject({ samples: functionSchema.optional(), ended: functionSchema, close: functionSchema })
    .optional(),
});

/** What a manager works with. See the descriptions in the schema for meanings and defaults. */
export type SubagentManagerOptions = z.input<typeof optionsSchema> & {
  /** Default: bounds [60, 600], 300 s when a task names none. */
  readonly timeouts?: TimeoutBounds | undefined;
  /** Asked for a team at each spawn and continuation, where `agents` is empty. */
  readonly findTeam?: (() => Promise<FoundTeam>) | undefined;
  /** Whether this process is inside a container. Default: looks at the machine. */
  readonly isContainer?: (() => boolean) | undefined;
  /** Seconds between the steps of a stop. Default: 10 after SIGINT, 5 after SIGTERM. */
  readonly stopGrace?: { readonly interruptSeconds: number; readonly terminateSeconds: number } | undefined;
  /** Path of the supervisor's script, for programs that are bundled away from it. */
  readonly supervisorScript?: string | undefined;
  /** Makes spans of runs. Default: none are made, and a caller's trace is only handed on. */
  readonly telemetry?: RunTelemetry | undefined;
  /** Told of what a person may want to know and no result carries. Must not throw. */
  readonly log?: ((message: string) => void) | undefined;
};

/** Options with every default filled in. */
export type Settings = z.output<typeof optionsSchema> & {
  readonly timeouts: TimeoutBounds;
  readonly findTeam: SubagentManagerOptions["findTeam"];
  readonly isContainer: (() => boolean) | undefined;
  readonly stopGrace: SubagentManagerOptions["stopGrace"];
  readonly supervisorScript: string | undefined;
  readonly telemetry: RunTelemetry | undefined;
  readonly log: (message: string) => void;
  readonly runtimeMode: RuntimeMode;
  readonly skillDirectories: readonly string[];
  /** Looks up the profiles that tasks may name. */
  readonly activeTypes: () => ActiveProfiles;
};

/**
 * Checks the options of a manager and fills in the defaults.
 *
 * @throws RuntimeError INVALID_INPUT, INVALID_CONFIGURATION naming every problem.
 */
export function settingsOf(options: SubagentManagerOptions): Settings {
  requireArguments("createSubagentManager", callbacksSchema, options);
  // process.env is no plain object; its copy is.
  const parsed = optionsSchema.safeParse({ ...options, environment: { ...options.environment } });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => describeIssue(issue, options));
    throw new RuntimeError(
      "INVALID_CONFIGURATION",
      `The configuration is not valid: ${problems.join("; ")}`,
      {
        remedy:
          "Correct the named settings; runtime modes are isolated, inherited and delegated, the only fallback is inherited; sandbox is required, auto or off.",
        details: { problems },
        cause: parsed.error,
      },
    );
  }
  const settings = parsed.data;
  if (settings.runtimeFallbackMode !== undefined && settings.runtimeMode !== "isolated") {
    throw new RuntimeError(
      "INVALID_CONFIGURATION",
      `subagent_runtime_fallback_mode inherited does not go with subagent_runtime_mode ${settings.runtimeMode}`,
      { remedy: "Remove the fallback, or use subagent_runtime_mode isolated: only that mode can fall back." },
    );
  }
  const log = options.log ?? (() => {});
  const sources = settings.profileSources ?? [
    { directory: join(settings.workspace, ".agent/subagent_types") },
  ];
  return {
    ...settings,
    timeouts: options.timeouts ?? timeoutBounds(),
    findTeam: options.findTeam,
    isContainer: options.isContainer,
    stopGrace: options.stopGrace,
    supervisorScript: options.supervisorScript,
    telemetry: options.telemetry,
    log,
    skillDirectories: settings.skillDirectories ?? skillDirectories(settings),
    activeTypes: activeTypes(sources, settings.coordination.subagent_types, log),
  };
}

function describeIssue({ path, message }: z.core.$ZodIssue, options: SubagentManagerOptions): string {
  const place = pathText(path);
  // Values of the environment may be secrets.
  if (/environment/i.test(place)) return `${place}: ${message}`;
  const value = path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    options,
  );
  const text = JSON.stringify(value) ?? "nothing";
  return `${place}: ${message} (found ${text.length > 80 ? `${text.slice(0, 77)}…` : text})`;
}

/**
 * The engine that runs are started with.
 *
 * @throws RuntimeError INVALID_CONFIGURATION when there is none.
 */
export function engineOf({ engine }: Settings): Engine {
  if (engine !== undefined) return engine;
  throw new RuntimeError("INVALID_CONFIGURATION", "No engine is configured", {
    remedy: 'Give engine, for example {kind: "retinue-child", command: ["retinue-child"]}.',
  });
}
