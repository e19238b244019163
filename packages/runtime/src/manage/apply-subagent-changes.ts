import { applyOptionsSchema } from "../contract/call-options.ts";
import type { AppliedChanges, ApplyOptions } from "../contract/subagent-manager.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { requireArguments } from "../require-arguments.ts";
import { changesOf } from "./changes-of.ts";

/**
 * Takes over what a subagent changed, to the work tree that it was made for, by the rules of `applyChanges` of
 * `@retinue/changes`.
 *
 * @throws RuntimeError as `changesOf`, INVALID_INPUT; ChangesError when it is refused.
 */
export async function applySubagentChanges(
  workspace: OpenWorkspace,
  subagentId: string,
  options: ApplyOptions,
): Promise<AppliedChanges> {
  const { threeWay = false, commit = false } = requireArguments("applyChanges", applyOptionsSchema, options);
  const changes = changesOf(workspace, subagentId);
  const { applyChanges } = await import("@retinue/changes");
  const applied = await applyChanges({
    changes,
    threeWay,
    ...(commit && { commit: `Changes of subagent ${subagentId}` }),
    environment: workspace.settings.environment,
  });
  return { changes, ...applied };
}
