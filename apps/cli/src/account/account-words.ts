import type { ConsideredAnswer, RecoveredDirectory } from "@retinue/recovery";

/** What the recovery goes by, in its order, and what each means. */
export const rules: Readonly<Record<ConsideredAnswer["reason"], string>> = {
  output: "what the run put out when it ended",
  winner: "the winner's answer",
  votes: "the most votes, ties by order of registration",
  first: "the first registered agent that has an answer",
  draft: "nobody had answered: how far the first registered agent with a draft had come",
};

/** What a directory was found to be. */
export const directoryKinds: Readonly<Record<RecoveredDirectory["kind"], string>> = {
  subagent: "a subagent's log directory",
  run: "a directory of logs; its newest attempt counts",
  attempt: "one attempt of an engine",
  workspace: "a runtime workspace",
};
