import type { PolicyReceipt } from "@retinue/engine-contract";
import type { RunModels } from "../contract/run-models.ts";

/** What an engine is started with, once its workspace is laid out. */
export interface PreparedEngine {
  readonly command: readonly string[];
  /** What goes into its record with it. */
  readonly warning?: string | undefined;
  /** What is in force for it, where it is confined on this machine. */
  readonly policy?: PolicyReceipt | undefined;
  /** It has no shell after all, which its role was to have. */
  readonly lacksShell?: boolean | undefined;
  readonly keyVariables?: readonly string[];
  /** How it gets its models, where it has no key. */
  readonly models?: RunModels | undefined;
}
