import type { ProcessIdentity, SupervisorRecord } from "@retinue/engine-contract";

/** A run whose supervisor died without a record. */
export interface LostRun {
  /** What is known of it, for a person. */
  readonly lost: string;
  /** Why it was being stopped, when it was. */
  readonly stopped?: "timeout" | "cancelled";
}

export type SupervisedEnd = SupervisorRecord | LostRun;

/** A run under its supervisor. Identities are read when they are asked for. */
export interface Supervised {
  readonly supervisor: ProcessIdentity | undefined;
  /** The engine's leader; undefined until it has been started. */
  readonly process: ProcessIdentity | undefined;
  /** Means by which a stop finds the run's processes: cgroup-v2, cgroup-v1, session, parents, marker. */
  readonly containment: readonly string[];
  /** Resolves when the run has ended and nothing of it is left alive. Never rejects. */
  readonly ended: Promise<SupervisedEnd>;
  /** Asks for a stop. Harmless before the engine has started, twice, and after the end. */
  stop(): void;
  /** Lets go of the run, which goes on: `ended` does not resolve any more. */
  release(): void;
}
