/** A file that may take these names from `node:fs`, and why. */
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
const looks = "looks at a name and opens nothing; links have to be followed here";

export const fileAccess: readonly FileAccess[] = [
  { path: "packages/runtime/src/admit/admission.ts", names: ["watch"], why: hint },
  { path: "packages/runtime/src/manage/cancel-subagent.ts", names: ["watch"], why: hint },
  { path: "packages/runtime/src/watch/run-watcher.ts", names: ["watch"], why: hint },
];
