import type { PolicyReceipt } from "@retinue/engine-contract";

/** What an engine is started with, once its workspace is laid out. */
export interface PreparedEngine {
  readonly command: readonly string[];
  /** What goes into its record with it. */
  readonly warning?: string | undefined;
  /** What is in force for it, where it is confined on this machine. */
  readonly policy?: PolicyReceipt | undefined;
  readonly keyVariables?: readonly string[];
}
