import { fitRole } from "@retinue/coordination-config";
import type { ChildConfig, RuntimeMode } from "@retinue/engine-contract";
import { RuntimeError } from "../contract/runtime-error.ts";
import { joinedWarnings } from "../joined-warnings.ts";
import type { PreparedEngine } from "../prepare/prepared-engine.ts";

/**
 * A run that is not confined, and was planned to be: its engine gives no shell now. That is said, or refuses the run where
 * its role requires one.
 *
 * @throws RuntimeError ROLE_NEEDS_UNMET.
 */
export function withoutShell(engine: PreparedEngine, config: ChildConfig, mode: RuntimeMode): PreparedEngine {
  const { shell } = config.orchestrator;
  if (shell === undefined) return engine;
  const [fitted] = fitRole(config, { needs: ["shell"], engine: "retinue-child", mode });
  if (fitted === undefined || fitted.isMet === true) return engine;
  const { why, remedy } = fitted;
  const said = `its role needs shell, which it was to have in a sandbox, and it is in none: ${why}`;
  if (shell === "required") throw new RuntimeError("ROLE_NEEDS_UNMET", said, { remedy });
  return { ...engine, warning: joinedWarnings(engine.warning, `${said}. ${remedy}`), lacksShell: true };
}
