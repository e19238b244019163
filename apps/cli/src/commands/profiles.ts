import {
  activeProfiles,
  discoverProfiles,
  findProfile,
  type ActiveProfiles,
  type ProfileCatalog,
} from "@retinue/subagent-profiles";
import { join, resolve } from "node:path";
import { entryAt, printable, printableLine } from "@retinue/contained-fs";
import { readConfiguration } from "../configure/read-configuration.ts";
import { jsonText } from "../print/json-text.ts";

export interface ProfilesOptions {
  /** The directory that holds `.agent`. Default: the current directory. */
  readonly project?: string | undefined;
  /** Says which types are active. Default: `retinue.yaml` in the project, where there is one. */
  readonly config?: string | undefined;
  /** Prints the profiles, their texts included, as JSON and nothing else. */
  readonly json?: boolean | undefined;
}

/** Where a project keeps its profiles. */
export function profileDirectory(project: string): string {
  return join(resolve(project), ".agent/subagent_types");
}

/**
 * `retinue profiles`: lists the profiles with their source, says which are active, and checks them.
 *
 * @returns The exit code: 0, or 1 when a profile is broken or an unknown type is configured.
 */
export async function profiles({ project = ".", config, json = false }: ProfilesOptions): Promise<0 | 1> {
  const catalog = discoverProfiles([{ directory: profileDirectory(project) }]);
  const active = activeProfiles(catalog, await configuredTypes(project, config));
  if (json) process.stdout.write(jsonText(asJson(catalog, active), 2));
  else process.stdout.write(asTable(catalog, active));
  for (const warning of active.warnings) process.stderr.write(`retinue: ${printable(warning)}\n`);
  return active.warnings.length === 0 ? 0 : 1;
}

async function configuredTypes(project: string, config: string | undefined) {
  const own = join(project, "retinue.yaml");
  const path = config ?? (entryAt(own) !== undefined ? own : undefined);
  if (path === undefined) return undefined;
  const { orchestrator } = await readConfiguration(path);
  return orchestrator?.coordination?.subagent_types;
}

function asJson({ profiles: all, problems }: ProfileCatalog, active: ActiveProfiles) {
  return {
    profiles: all.map((profile) => ({ ...profile, active: findProfile(active, profile.name) === profile })),
    problems,
    warnings: active.warnings,
  };
}

function asTable({ profiles: all, problems }: ProfileCatalog, active: ActiveProfiles): string {
  const rows = [
    ...all.map(({ name, description, path }) => {
      const state = findProfile(active, name) === undefined ? "-" : "active";
      return [state, name, path === undefined ? "built in" : "project", description] as const;
    }),
    ...problems.map(({ name, path }) => ["broken", name, "project", path] as const),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) => row.map((cell, column) => printableLine(cell).padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => `${line}\n`)
    .join("");
}
