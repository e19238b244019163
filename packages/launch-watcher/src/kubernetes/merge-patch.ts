import { PatchStrategy, setHeaderOptions } from "@kubernetes/client-node";

/** For a call that changes single fields; its pace and its time are kept. */
export const mergePatch = {
  ...setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
  middlewareMergeStrategy: "append" as const,
};
