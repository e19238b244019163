import type { SubagentResult } from "@retinue/status-model";
import { backendHosts } from "../confine/backend-hosts.ts";
import { homeOf } from "../confine/home-of.ts";
import { putLoginsBack } from "../confine/login-files.ts";
import type { Settings } from "../configure/manager-options.ts";
import { joinedWarnings } from "../joined-warnings.ts";
import { readChildConfig } from "../prepare/child-config-file.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";

/**
 * The result of a run that was confined, whose logins are put back. One that failed says which of its agents reached no
 * network and no home, and the line that gives them those. Never throws.
 */
export function afterSandbox(
  { paths, record }: RecordedRun,
  result: SubagentResult,
  { environment, log }: Settings,
): SubagentResult {
  const { policy, mode } = currentRun(record);
  if (policy?.boundary !== "bubblewrap" || mode === "delegated") return result;
  putLoginsBack(paths, { ...environment, HOME: homeOf(environment) }, log);
  if (result.success) return result;
  const warning = whatItLacked(() => readChildConfig(paths).agents, environment);
  return warning === undefined ? result : { ...result, warning: joinedWarnings(result.warning, warning) };
}

function whatItLacked(
  agentsOf: () => readonly { readonly id: string; readonly backend: { readonly type: string } }[],
  environment: Settings["environment"],
): string | undefined {
  try {
    const without = agentsOf().filter(({ backend }) => backendHosts(backend, environment).length === 0);
    if (without.length === 0) return undefined;
    const who = without.map(({ id, backend }) => `${id} (${backend.type})`).join(", ");
    return (
      `in its sandbox ${who} had an empty home directory, and no network of its own. If that is what failed: ` +
      "subagent_sandbox_allow: {hosts: [api.example.org:443], readable: [~/.config/tool]}; without a sandbox: " +
      "subagent_sandbox: off"
    );
  } catch {
    return undefined;
  }
}
