import { isWithin, readTextWithin, withRoot } from "@retinue/contained-fs";
import type { BoundedText } from "@retinue/run-page";
import { relative } from "node:path";
import type { FoundDirectory } from "@retinue/recovery";

/**
 * The beginning of a file beneath the directories of a run, without a link out of them being followed.
 *
 * @returns undefined for a file that is beneath none of them.
 * @throws ContainedFsError when it cannot be read.
 */
export function boundedText(
  { logPath, attemptPath, workspacePath }: FoundDirectory,
  path: string,
  maxBytes: number,
): BoundedText | undefined {
  const above = [logPath, attemptPath, workspacePath].find(
    (each) => each !== undefined && isWithin(path, each),
  );
  if (above === undefined) return undefined;
  const limit = { maxBytes, whenLarger: "head" } as const;
  const { text, size } = withRoot(above, (root) => readTextWithin(root, relative(root.path, path), limit));
  return { text, size, isCut: size > maxBytes };
}
