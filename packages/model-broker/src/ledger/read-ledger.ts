import { readText } from "@retinue/contained-fs";
import { ModelBrokerError } from "../model-broker-error.ts";
import { carriedSchema, reserveSchema, settleSchema, type Reserved } from "./ledger-line.ts";
import { nothing, sum, type Tally } from "./tally.ts";

export interface LedgerContent {
  readonly total: Tally;
  readonly runs: Map<string, Tally>;
  /** The number that the next call gets. */
  readonly nextId: number;
  readonly lines: number;
}

const maxBytes = 64 * 1024 * 1024;

/**
 * What an account has spent. A call that was begun and not settled counts as what was set aside for it: its
 * broker was killed, and it may have been answered.
 *
 * @throws ModelBrokerError LEDGER_DAMAGED; ContainedFsError.
 */
export function readLedger(path: string, account: string): LedgerContent {
  const lines = (readText(path, { maxBytes }) ?? "").split("\n").filter((line) => line !== "");
  const values = lines.map(parsed);
  const begun = new Map<number, Reserved>();
  const runs = new Map<string, Tally>();
  let [total, nextId] = [nothing, 1];
  const spend = (run: string, spent: Tally) => {
    total = sum(total, spent);
    runs.set(run, sum(runs.get(run) ?? nothing, spent));
  };
  for (const [index, value] of values.entries()) {
    const reserved = reserveSchema.safeParse(value).data?.reserve;
    const settled = settleSchema.safeParse(value).data?.settle;
    if (reserved !== undefined) {
      begun.set(reserved.id, reserved);
      nextId = Math.max(nextId, reserved.id + 1);
    } else if (settled !== undefined) {
      if (begun.delete(settled.id)) spend(settled.run, settled.spent);
    } else if (isCarried(value)) {
      const { data } = carriedSchema.safeParse(value);
      if (index !== 0 || data?.carried.account !== account) throw damaged(path, index);
      total = data.carried.total;
      for (const [run, spent] of Object.entries(data.carried.runs)) runs.set(run, spent);
    } else if (value !== undefined) throw damaged(path, index);
    // What a kill cut short was not asked yet, or stays as what was set aside.
  }
  for (const { run, most } of begun.values()) spend(run, { ...most, estimated: most.requests });
  return { total, runs, nextId, lines: lines.length };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isCarried(value: unknown): boolean {
  return typeof value === "object" && value !== null && "carried" in value;
}

function damaged(path: string, index: number): ModelBrokerError {
  return new ModelBrokerError("LEDGER_DAMAGED", `${path}: entry ${index + 1} is none of a ledger's`, {
    remedy: "Look at it, and remove the file when what it counted may be forgotten.",
    details: { path },
  });
}
