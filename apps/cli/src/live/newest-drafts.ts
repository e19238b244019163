import { ContainedFsError, listWithin, readTextWithin, withRoot } from "@retinue/contained-fs";
import { draftNamed } from "@retinue/engine-contract";
import { draftsIn } from "./draft-directories.ts";

const maxDrafts = 1000;

export interface NewestDraft {
  readonly round: number;
  /** Its end. */
  readonly text: string;
  /** Bytes of all of it. */
  readonly size: number;
}

/**
 * Each agent's newest draft in a subagent's log directory; none where none is.
 *
 * @param maxBytes What is read of each.
 */
export function newestDrafts(logPath: string, maxBytes: number): ReadonlyMap<string, NewestDraft> {
  const newest = new Map<string, NewestDraft>();
  try {
    withRoot(logPath, (root) => {
      const drafts = draftsIn(root);
      const named = listWithin(root, drafts, { maxEntries: maxDrafts }).entries.flatMap(({ name }) => {
        const draft = draftNamed(name);
        return draft === undefined ? [] : [{ ...draft, name }];
      });
      const last = new Map(named.toSorted((a, b) => a.round - b.round).map((each) => [each.agentId, each]));
      for (const [agentId, { name, round }] of last) {
        const { text, size } = readTextWithin(root, `${drafts}/${name}`, { maxBytes, whenLarger: "tail" });
        newest.set(agentId, { round, text, size });
      }
    });
  } catch (error) {
    // Not yet, or not of this engine: then there are no words.
    if (!(error instanceof ContainedFsError)) throw error;
  }
  return newest;
}
