import type { ConfiguredExporters } from "../configure/exporters.ts";
import type { RunAccount } from "../read/run-account.ts";
import type { PlannedTrace } from "../span/planned-span.ts";

/** What spans and metrics leave by. */
export interface OpenExporters {
  /** Resolves with why they could not be sent; undefined: they were, or are not to be. */
  send(trace: PlannedTrace): Promise<SendFailure | undefined>;
  /** Counts a run that ended. */
  count(account: RunAccount): void;
  /** Sends what was counted. Never rejects. */
  flush(): Promise<void>;
}

export interface SendFailure {
  readonly message: string;
  /** Whether the same may be taken later: not where the receiver said what it thinks of it. */
  readonly retryable: boolean;
}

/** Who sends. */
export interface Sender {
  /** The service's name, where no variable names another. */
  readonly name: string;
  readonly version: string;
  /** Milliseconds that a request may take, where no variable says otherwise. */
  readonly timeoutMs: number | undefined;
}

/** Loads OpenTelemetry, and nothing of it before. */
export async function openExporters(
  { traces, metrics }: ConfiguredExporters,
  sender: Sender,
): Promise<OpenExporters> {
  const { senderResource } = await import("./sender-resource.ts");
  const resource = senderResource(sender);
  const [spans, counts] = await Promise.all([
    traces && import("./span-sender.ts").then(({ spanSender }) => spanSender(traces, resource, sender)),
    metrics && import("./run-meter.ts").then(({ runMeter }) => runMeter(metrics, resource, sender)),
  ]);
  return {
    send: async (trace) => spans?.(trace),
    count: (account) => counts?.count(account),
    flush: async () => counts?.flush(),
  };
}
