import {
  changedAtWithin,
  directoryChanges,
  kindWithin,
  listWithin,
  makeDirectoryWithin,
  readTextWithin,
  removeEntryWithin,
  renameWithin,
  withRoot,
  type ContainedRoot,
} from "@retinue/contained-fs";
import {
  logLayout,
  maxRuntimeMessageBytes,
  messageIdOf,
  runtimeMessageSchema,
  type RuntimeMessage,
} from "@retinue/engine-contract";
import { problemsOf } from "@retinue/errors";
import { join } from "node:path";

export interface InboxOptions {
  /** The run's directory: agents may write in it. */
  readonly workspace: string;
  /** `isOld`: it was there before this process. */
  readonly onMessage: (messageId: string, message: RuntimeMessage, isOld: boolean) => void;
  /** Something in the inbox is no message: it was put aside, if that was possible. */
  readonly onRefused: (problem: string) => void;
  readonly signal: AbortSignal;
}

const inbox = `${logLayout.massgen}/${logLayout.runtimeInbox}`;
/** Looked at in one go. */
const maxEntries = 1000;
/** Of one run. Beyond it nothing is looked at any more: somebody fills the directory. */
const maxRefused = 100;

/**
 * Takes messages out of a run's inbox as they come, in the order of their names. What is no message there, or
 * cannot be read, is put aside once and harms nothing. Ends with its signal; never rejects.
 */
export async function watchInbox(options: InboxOptions): Promise<void> {
  const { workspace, signal, onRefused } = options;
  const refused = new Set<string>();
  const started = BigInt(Math.floor(performance.timeOrigin)) * 1_000_000n;
  let isMade = false;
  const look = (root: ContainedRoot) => {
    if (!isMade) makeDirectoryWithin(root, inbox);
    isMade = true;
    if (kindWithin(root, inbox) !== "directory") return;
    const { entries } = listWithin(root, inbox, { maxEntries });
    for (const { name } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const messageId = messageIdOf(name);
      if (messageId === undefined || refused.has(name)) continue;
      const path = `${inbox}/${name}`;
      try {
        const changedAt = changedAtWithin(root, path) ?? started;
        const message = read(root, path);
        // Taken once: what cannot be removed would come again.
        removeEntryWithin(root, path);
        options.onMessage(messageId, message, changedAt < started);
      } catch (error) {
        refused.add(name);
        putAside(root, path);
        onRefused(`${inbox}/${name} is no message and was put aside: ${(error as Error).message}`);
      }
    }
  };
  let problem = "";
  for await (const _ of directoryChanges(join(workspace, inbox), { signal, keepAlive: false })) {
    if (refused.size >= maxRefused) return;
    try {
      withRoot(workspace, look);
    } catch (error) {
      const now = (error as Error).message;
      if (now !== problem) onRefused(`messages cannot be read: ${now}`);
      problem = now;
    }
  }
}

function read(root: ContainedRoot, path: string): RuntimeMessage {
  const { text } = readTextWithin(root, path, { maxBytes: maxRuntimeMessageBytes });
  const parsed = runtimeMessageSchema.safeParse(JSON.parse(text), { jitless: true });
  if (!parsed.success) throw new Error(problemsOf(parsed.error)[0]);
  return parsed.data;
}

/** Where it cannot be moved it stays, and is not looked at again. */
function putAside(root: ContainedRoot, path: string): void {
  try {
    renameWithin(root, path, `${path}.refused`);
  } catch {
    // See above.
  }
}
