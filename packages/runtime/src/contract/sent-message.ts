import type { MessageReceipt } from "@retinue/engine-contract";

/** What is known of a message by the time that its sender is answered. */
export interface SentMessage {
  /** The name of its file in the subagent's inbox, without `.json`. */
  readonly message_id: string;
  /**
   * `delivered`: to at least one agent. `unsupported`: none of those that are meant can be told. `queued`: it lies in
   * the inbox, and agents that can take it get it at their next turn.
   */
  readonly state: "delivered" | "queued" | "unsupported";
  /** To whom, and when (ISO 8601). */
  readonly delivered: readonly Pick<MessageReceipt, "agent_id" | "at">[];
  /** Who cannot be told, and why. */
  readonly unsupported: readonly Pick<MessageReceipt, "agent_id" | "at" | "reason">[];
}

export interface SendOptions {
  /** Who says it, as the agents are told. Default `parent`. */
  readonly from?: string | undefined;
  /** Ids of the agents that are meant. Default: all of the team. */
  readonly agents?: readonly string[] | undefined;
  /** Seconds to wait for what becomes of it, 0 to 3,600. Default 5. The message stays where it is afterwards. */
  readonly waitSeconds?: number | undefined;
}
