/** How a run is launched. */
export type Mode = "isolated" | "inherited" | "delegated";

/** What the suite asks of one run: the text of its task, as JSON. */
export interface Order {
  /** Answers with this text and does nothing else. */
  readonly honest?: string;
  /** Where a hostile child was before: writes nothing but its answer, through no link. */
  readonly after?: boolean;
  readonly mode: Mode;
  readonly subagentId: string;
  /** Chooses the tricks. */
  readonly seed: number;
  /** These instead of the seed's. */
  readonly only?: readonly string[] | undefined;
  /** Outside, with files that nobody may read, change or move. In a container the name leads nowhere; on its host it does. */
  readonly outside: string;
  /** The parent's own workspace. */
  readonly parent: string;
  /** In the command line of every process that is left behind. */
  readonly token: string;
}

/** The order at the end of a prompt. */
export function orderIn(prompt: string): Order {
  const begins = prompt.lastIndexOf("\n{");
  return JSON.parse(prompt.slice(begins + 1)) as Order;
}
