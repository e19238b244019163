import {
  ContainedFsError,
  listWithin,
  printable,
  readTextWithin,
  resolveLinkWithin,
  withRoot,
} from "@retinue/contained-fs";
import { draftNamed, logLayout } from "@retinue/engine-contract";

const maxDrafts = 1000;
/** More than a line of a terminal holds, whatever is written. */
const tailBytes = 2000;

/** The last words of each agent's newest draft in a subagent's log directory, on one line each; none where none is. */
export function lastWords(logPath: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  try {
    withRoot(logPath, (root) => {
      const drafts = `${resolveLinkWithin(root, logLayout.fullLogs)}/${logLayout.drafts}`;
      const named = listWithin(root, drafts, { maxEntries: maxDrafts })
        .entries.flatMap(({ name }) => {
          const draft = draftNamed(name);
          return draft === undefined ? [] : [{ ...draft, name }];
        })
        .toSorted((a, b) => a.round - b.round);
      for (const { agentId, name } of named) {
        const limit = { maxBytes: tailBytes, whenLarger: "tail" } as const;
        const { text } = readTextWithin(root, `${drafts}/${name}`, limit);
        words.set(agentId, printable(text.replaceAll(/\s+/g, " ").trim()));
      }
    });
  } catch (error) {
    // Not yet, or not of this engine: then there are no words.
    if (!(error instanceof ContainedFsError)) throw error;
  }
  return words;
}
