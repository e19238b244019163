import { brokerEnvironment, type StartBrokerOptions } from "@retinue/model-broker";
import { dirname, join } from "node:path";
import type { Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import { workspaceIndexOf } from "../own/workspace-index.ts";

/** Where the broker of all of a user's workspaces is, and how it is started. @throws RuntimeError INVALID_CONFIGURATION. */
export function brokerStart({ environment, brokerCommand }: Settings): StartBrokerOptions {
  const index = workspaceIndexOf(environment);
  if (index === undefined)
    throw new RuntimeError("INVALID_CONFIGURATION", "there is no place for a broker: HOME is not set", {
      remedy: "Set HOME or XDG_STATE_HOME, or set subagent_broker: false.",
    });
  return {
    directory: join(dirname(index), "broker"),
    command: brokerCommand as [string, ...string[]] | undefined,
    environment: brokerEnvironment(environment),
  };
}
