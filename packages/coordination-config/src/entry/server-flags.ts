import type { TimeoutBounds } from "@retinue/status-model";
import type { InheritedSettings } from "../schema/inherited.ts";
import { present } from "../generate/present.ts";

/** The server's flags that say the same as these settings; what is not set has no flag. */
export function serverFlags(settings: InheritedSettings, bounds: TimeoutBounds): Record<string, string> {
  const prefix = settings.subagent_host_launch_prefix ?? [];
  const flags = present({
    ...(limitsRuns(settings) && {
      "default-timeout": bounds.defaultSeconds,
      "min-timeout": bounds.minSeconds,
      "max-timeout": bounds.maxSeconds,
    }),
    "max-cost": settings.subagent_max_cost,
    "max-tokens": settings.subagent_max_tokens,
    "max-total-cost": settings.subagent_max_total_cost,
    "max-total-tokens": settings.subagent_max_total_tokens,
    "max-concurrent": settings.subagent_max_concurrent,
    "runtime-mode": settings.subagent_runtime_mode,
    "runtime-fallback-mode": settings.subagent_runtime_fallback_mode,
    sandbox: settings.subagent_sandbox,
    broker: brokerFlags[String(settings.subagent_broker)],
    "host-launch-prefix": prefix.length > 0 ? JSON.stringify(prefix) : undefined,
  });
  return Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, String(value)]));
}

/** `auto` is what a server does without a flag. */
const brokerFlags: Readonly<Record<string, string>> = { true: "on", false: "off" };

/** Without a timeout of their own they leave the server to the configuration that it finds. */
function limitsRuns(settings: InheritedSettings): boolean {
  const { subagent_default_timeout, subagent_min_timeout, subagent_max_timeout } = settings;
  return (subagent_default_timeout ?? subagent_min_timeout ?? subagent_max_timeout ?? null) !== null;
}
