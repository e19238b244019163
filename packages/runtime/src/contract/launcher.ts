import type { RuntimeMode } from "@retinue/engine-contract";
import type { Supervised } from "./supervised.ts";

export interface LaunchRequest {
  readonly subagentId: string;
  /** `<log path>/supervisor/run_<n>`: what the supervisor of this run writes. */
  readonly directory: string;
  /** The engine and its arguments, as `engineArguments` has them. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  /** Value of RETINUE_RUN, unlike any other run's. */
  readonly marker: string;
  /** The command makes a sandbox, and the engine runs in there. Default false. */
  readonly sandboxed?: boolean;
}

/** How a run crosses a boundary. One contract test runs over every implementation. */
export interface Launcher {
  readonly mode: RuntimeMode;
  /** Starts a run that outlives this process. Rejects only when nothing was started. */
  launch(request: LaunchRequest): Promise<Supervised>;
  /** Follows a run that an earlier process launched; claims one that was not, so that nobody ever does. */
  adopt(directory: string): Promise<Supervised>;
}
