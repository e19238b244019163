import type { HeldDirectory } from "@retinue/contained-fs";

/** A directory of the host, held by its descriptor, and where the container sees it. */
export interface HeldMount {
  readonly source: HeldDirectory;
  /** Absolute path inside; targets do not nest. */
  readonly target: string;
  readonly readOnly: boolean;
}

/** What one container may use. */
export interface ResourceLimits {
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly pids: number;
  readonly openFiles: number;
  /** Largest single file that the container may write, bytes. */
  readonly fileBytes: number;
  /** Size of its /tmp, bytes. */
  readonly temporaryBytes: number;
}

/**
 * How the container is kept on the directories that were checked. `volume`: the kernel mounts what the
 * watcher's descriptor holds (needs dockerd's mount namespace). `gate`: a plain bind, compared before
 * anything runs.
 */
export type MountPinning = "volume" | "gate";

/** One container, everything about it decided by the host. */
export interface ContainedRun {
  /** Deterministic: a second create of the same run is a conflict. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** `sha256:…`: a tag could move. */
  readonly imageId: string;
  readonly uid: number;
  readonly gid: number;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  readonly mounts: readonly HeldMount[];
  /** Directories inside the mounts that the container sees empty. */
  readonly masked?: readonly string[];
  /**
   * A file of the container that only the host can make: it opens the gate when nobody is left to say "go".
   * Without one a run that loses its connection at the gate is over.
   */
  readonly goFile?: string;
  readonly limits: ResourceLimits;
  readonly pinning: MountPinning;
  /** Whom it may talk to, where its engine gives it a network at all. Default: nobody. */
  readonly reaches?: "nobody" | "broker";
  /** Capabilities beside none. Only the watcher's own chown has any. */
  readonly capabilities?: readonly string[];
}
