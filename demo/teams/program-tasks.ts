import type { DemoTask } from "./demo.ts";

/** Three tasks for the same team; the programs tell from the words what to analyse. */
export const programTasks: readonly DemoTask[] = [
  {
    subagent_id: "languages",
    task: "Report the languages and sizes of the source files beneath the directory that you may read.",
    include_parent_workspace: false,
  },
  {
    subagent_id: "open-work",
    task: "Find the to-dos with their places in the source files beneath the directory that you may read.",
    include_parent_workspace: false,
  },
  {
    subagent_id: "licences",
    // The auditor's vote takes far longer than the limit allows.
    task:
      "Report the dependencies and licences of the packages beneath the directory that you may read. " +
      "Whoever looks up places before voting looks up one place every 3 seconds.",
    timeout_seconds: 20,
    include_parent_workspace: false,
  },
];
