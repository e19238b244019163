import { CoordinationConfigError, parseParentConfig, type ParentConfig } from "@retinue/coordination-config";
import { printable } from "@retinue/contained-fs";
import { configurationText } from "../configure/read-configuration.ts";
import { explain as explanationOf } from "../explain/explanation.ts";
import { explanationText } from "../explain/explanation-text.ts";
import { masked } from "../explain/masked.ts";
import { errorText } from "../print/error-text.ts";
import { jsonText } from "../print/json-text.ts";

export interface ExplainOptions {
  /** Path of a MassGen or Retinue configuration. */
  readonly config: string;
  readonly agent?: string | undefined;
  readonly type?: string | undefined;
  readonly quick?: boolean | undefined;
  readonly model?: string | undefined;
  /** Separated by commas. */
  readonly skills?: string | undefined;
  readonly parentWorkspace: boolean;
  /** Prints JSON and nothing else. */
  readonly json?: boolean | undefined;
}

/**
 * `retinue explain`: which team a spawn would get, by which rule, and its child's configuration.
 *
 * @returns The exit code: 0 when it would be launched, 1 when it would be refused, 2 when the
 *   configuration is not valid.
 */
export async function explain(options: ExplainOptions): Promise<0 | 1 | 2> {
  const { config: path, json = false } = options;
  let config: ParentConfig;
  try {
    const parsed = await parseParentConfig(await textOf(path), path);
    for (const warning of parsed.warnings) process.stderr.write(`retinue: ${printable(warning)}\n`);
    ({ config } = parsed);
  } catch (error) {
    if (!(error instanceof CoordinationConfigError)) throw error;
    const { code, message, remedy, details } = error;
    if (json) print({ error: { code, message, remedy, problems: details["problems"] ?? [] } });
    process.stderr.write(errorText({ message, remedy }));
    return 2;
  }
  const skills = options.skills
    ?.split(",")
    .map((skill) => skill.trim())
    .filter(Boolean);
  const explanation = masked(
    explanationOf(config, {
      agent: options.agent,
      type: options.type,
      refine: options.quick !== true,
      model: options.model,
      skills,
      includeParentWorkspace: options.parentWorkspace,
    }),
  );
  const { team, child, error } = explanation;
  if (json) {
    const { rule = null, step = null, explanation: because = null, members = [] } = team ?? {};
    print({
      rule,
      step,
      because,
      team: members.map(({ id = null, backend }) => ({ id, backend })),
      child,
      error,
    });
  } else {
    process.stdout.write(explanationText(explanation));
  }
  return error === undefined ? 0 : 1;
}

function print(document: object): void {
  process.stdout.write(jsonText(document, 2));
}

async function textOf(path: string): Promise<string> {
  try {
    return await configurationText(path);
  } catch (cause) {
    throw new CoordinationConfigError(
      "INVALID_CONFIGURATION",
      `${path} cannot be read: ${(cause as Error).message}`,
      {
        remedy: "Name a MassGen or Retinue configuration with --config FILE.",
        details: { path },
        cause,
      },
    );
  }
}
