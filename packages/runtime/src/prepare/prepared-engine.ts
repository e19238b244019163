/** What an engine is started with, once its workspace is laid out. */
export interface PreparedEngine {
  readonly command: readonly string[];
  /** What goes into its record with it. */
  readonly warning?: string | undefined;
  readonly keyVariables?: readonly string[];
}
