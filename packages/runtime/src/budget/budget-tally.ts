import { entryAt, listNames, readText, removeFile, writeFileAtomic } from "@retinue/contained-fs";
import { z } from "zod";
import type { Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import { activeEntry, isOpen, readActive } from "../own/active-index.ts";
import { isOwnerAlive } from "../own/owner.ts";
import type { StateDirectory } from "../own/state-directory.ts";

const tallySchema = z.object({
  version: z.literal(1),
  cost: z.number().min(0).describe("US dollars"),
  tokens: z.number().min(0),
  counted: z
    .array(z.string())
    .describe("Runs that are counted and still open by our notes: after a kill they are not counted again"),
});

/** A workspace whose parent may have a budget. */
export interface BudgetedWorkspace {
  readonly settings: Pick<Settings, "coordination">;
  readonly state: StateDirectory;
}

/** What the runs of a workspace that ended have spent together. */
export type BudgetTally = z.infer<typeof tallySchema>;

const maxBytes = 16 * 1024 * 1024;
const maxOwners = 10_000;
const none: BudgetTally = { version: 1, cost: 0, tokens: 0, counted: [] };

/**
 * Under the workspace's lock, as everything here that says nothing else.
 *
 * @throws RuntimeError BUDGET_SPENT when it cannot be read: what is left is not known then.
 */
export function readTally({ budget }: StateDirectory): BudgetTally {
  const text = readText(budget, { maxBytes });
  if (text === undefined) return none;
  try {
    return tallySchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new RuntimeError("BUDGET_SPENT", `What was spent so far cannot be read from ${budget}`, {
      remedy: "Remove the file to begin at nothing.",
      details: { path: budget },
      cause,
    });
  }
}

/** Adds what a run has spent, once. */
export function addToTally(
  state: StateDirectory,
  { subagent_id, run }: { readonly subagent_id: string; readonly run: number },
  spent: Pick<BudgetTally, "cost" | "tokens">,
): void {
  const tally = readTally(state);
  const key = keyOf(subagent_id, run);
  if (tally.counted.includes(key)) return;
  const counted = tally.counted.filter((each) => isNoted(state, each));
  write(state, {
    version: 1,
    cost: tally.cost + spent.cost,
    tokens: tally.tokens + spent.tokens,
    counted: [...counted, key],
  });
}

/** Whether there is a tally, also without the lock; most parents have no budget. */
export function hasTally({ budget }: StateDirectory): boolean {
  return entryAt(budget) !== undefined;
}

/** Begins at nothing where no other server is at work in the workspace, and no run of an earlier one is open. */
export function beginTally(state: StateDirectory, ownId: string): void {
  if (readActive(state.active).some(isOpen)) return;
  const owners = listNames(state.owners, { maxEntries: maxOwners }).flatMap((name) =>
    name.endsWith(".lock") ? [name.slice(0, -".lock".length)] : [],
  );
  if (owners.some((id) => id !== ownId && isOwnerAlive(state.owners, id))) return;
  removeFile(state.budget);
}

function write({ budget }: StateDirectory, tally: BudgetTally): void {
  writeFileAtomic(budget, JSON.stringify(tally), { durable: true });
}

function keyOf(subagentId: string, run: number): string {
  return `${subagentId}#${run}`;
}

function isNoted(state: StateDirectory, key: string): boolean {
  const [subagentId = "", run] = key.split("#");
  const entry = activeEntry(state.active, subagentId);
  return entry !== undefined && isOpen(entry) && entry.run === Number(run);
}
