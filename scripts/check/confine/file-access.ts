/** Files that may take these names from `node:fs`, and why. */
export interface FileAccess {
  readonly path: string;
  readonly names: readonly string[];
  readonly why: string;
}

/** Packages whose code is the child's, or a test's: what they can reach is their boundary's business. */
export const ownBoundary = [
  { directory: "packages/contained-fs", why: "it is how files are reached" },
  { directory: "packages/testkit", why: "tests only" },
  { directory: "packages/child-orchestrator", why: "runs as the child" },
  { directory: "apps/child", why: "runs as the child" },
] as const;

const hint = "an event is a hint: what it is about is read through a handle";
const looks = "looks at a name and opens nothing; links are followed on purpose";
const named = "a file that a person names on the command line, which may be a link or a pipe";
const spool = "the watcher's private spool, which nobody else can write";

export const fileAccess: readonly FileAccess[] = [
  { path: "packages/launch-watcher/src/watch/outbox-hints.ts", names: ["watch"], why: hint },
  {
    path: "packages/runtime/src/supervise/run-directory.ts",
    names: ["closeSync", "openSync", "watch"],
    why: "descriptors that an engine inherits, of files that are made new; its events are hints",
  },
  {
    path: "packages/runtime/src/supervise/kernel-file.ts",
    names: ["existsSync", "readFileSync", "readlinkSync"],
    why: "files of the kernel's, beneath /proc and /sys",
  },
  {
    path: "packages/runtime/src/supervise/run-cgroup.ts",
    names: ["accessSync", "mkdirSync", "rmdirSync", "writeFile"],
    why: "cgroups are made and removed beneath /sys",
  },
  { path: "packages/runtime/src/mode/require-delegation-directory.ts", names: ["statSync"], why: looks },
  { path: "packages/runtime/src/run/open-workspace.ts", names: ["accessSync", "statSync"], why: looks },
  { path: "packages/runtime/src/prepare/context-files.ts", names: ["lstatSync", "realpathSync"], why: looks },
  {
    path: "packages/runtime/src/prepare/context-paths.ts",
    names: ["existsSync", "realpathSync"],
    why: looks,
  },
  { path: "packages/runtime/src/confine/program-places.ts", names: ["realpathSync"], why: looks },
  { path: "packages/runtime/src/detect/find-program.ts", names: ["accessSync", "statSync"], why: looks },
  { path: "packages/runtime/src/detect/program-version.ts", names: ["realpathSync"], why: looks },
  { path: "packages/runtime/src/detect/read-users-file.ts", names: ["realpathSync"], why: looks },
  { path: "packages/runtime/src/detect/detect-engines.ts", names: ["globSync"], why: looks },
  {
    path: "packages/round-evaluator/src/artifacts/artifact-directories.ts",
    names: ["lstatSync"],
    why: looks,
  },
  { path: "packages/recovery/src/discover/find-counterpart.ts", names: ["readlinkSync"], why: looks },
  { path: "packages/recovery/src/discover/recover.ts", names: ["realpathSync", "statSync"], why: looks },
  { path: "packages/recovery/src/locate/place.ts", names: ["realpathSync"], why: looks },
  {
    path: "packages/subagent-profiles/src/discover/folders.ts",
    names: ["readdirSync"],
    why: "on the ground floor, which imports nothing of ours: the project's own directory of profiles",
  },
  {
    path: "packages/subagent-profiles/src/discover/read-profile-file.ts",
    names: ["closeSync", "fstatSync", "openSync", "readSync"],
    why: "on the ground floor: opened without waiting, regular files only, in bounds",
  },
  {
    path: "packages/delegation-protocol/src/host/open-exchange.ts",
    names: ["lstatSync", "mkdirSync", "realpathSync"],
    why: spool,
  },
  {
    path: "packages/launch-watcher/src/configure/host-path.ts",
    names: ["lstatSync", "readFileSync", "realpathSync", "statSync"],
    why: "paths that the operator configured, and /proc",
  },
  {
    path: "packages/launch-watcher/src/models/remote-runs.ts",
    names: ["readFileSync"],
    why: "certificate and secret of the operator's, in mounts that are links",
  },
  {
    path: "packages/launch-watcher/src/spool/spool-directory.ts",
    names: ["mkdirSync", "realpathSync"],
    why: spool,
  },
  {
    path: "packages/launch-watcher/src/diagnose/trial-place.ts",
    names: ["chownSync", "existsSync", "mkdirSync", "readdirSync", "renameSync", "rmSync"],
    why: spool,
  },
  {
    path: "packages/launch-watcher/src/request/run-inputs.ts",
    names: ["chmodSync", "existsSync", "mkdirSync", "rmdirSync", "rmSync"],
    why: spool,
  },
  {
    path: "packages/model-broker/src/control/start-broker.ts",
    names: ["closeSync", "openSync"],
    why: "a descriptor that the broker's process inherits, of a file in its own private directory",
  },
  {
    path: "packages/changes/src/clone/copy-directory.ts",
    names: ["copyFile", "lstat", "mkdir", "readdir", "readlink", "symlink", "utimes"],
    why: "the parent's own directory is copied with reflinks, into a tree that is not there yet",
  },
  {
    path: "packages/changes/src/collect/ignore-rules.ts",
    names: ["mkdirSync", "mkdtempSync", "rmSync"],
    why: "a private directory of ours, out of the subagent's reach",
  },
  { path: "packages/runtime/src/confine/login-files.ts", names: ["realpathSync"], why: looks },
  { path: "packages/changes/src/take/refuse-own-settings.ts", names: ["realpathSync"], why: looks },
  { path: "packages/runtime/src/prepare/plan-changes.ts", names: ["realpathSync", "statSync"], why: looks },
  {
    path: "packages/model-broker/src/run/broker-directory.ts",
    names: ["chmodSync", "lstatSync", "rmdirSync"],
    why: "the broker's own private directory; of a run's only what is ours is removed, and an empty directory",
  },
  {
    path: "packages/model-broker/src/run/run-access.ts",
    names: ["rmdirSync"],
    why: "the broker's own private directory: an empty one of its own is removed",
  },
  {
    path: "packages/sandbox/src/wrap/mounts.ts",
    names: ["existsSync", "readlinkSync", "realpathSync"],
    why: looks,
  },
  {
    path: "packages/sandbox/src/wrap/confined-command.ts",
    names: ["readlinkSync", "realpathSync"],
    why: looks,
  },
  { path: "apps/host-watcher/src/read-document.ts", names: ["readFileSync"], why: named },
  { path: "apps/cli/src/configure/read-configuration.ts", names: ["readFile"], why: named },
  {
    path: "apps/cli/src/connect/replace-file.ts",
    names: ["realpathSync", "statSync"],
    why: "a client's own configuration in the user's home, which may be a link",
  },
  {
    path: "apps/cli/src/connect/text-of.ts",
    names: ["readFileSync"],
    why: "a client's own configuration in the user's home, which may be a link",
  },
  {
    path: "apps/subagent-server/src/configure/read-named-file.ts",
    names: ["closeSync", "fstatSync", "openSync", "readSync"],
    why: "a file that a flag names, which may be a link: opened without waiting, regular files only, in bounds",
  },
];
