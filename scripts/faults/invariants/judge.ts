import type { Evidence, Invariant } from "../world/evidence.ts";
import { answersKept } from "./answers-kept.ts";
import { costsOnce } from "./costs-once.ts";
import { deliveredOnce } from "./delivered-once.ts";
import { hostClean } from "./host-clean.ts";
import { launchedOnce } from "./launched-once.ts";
import { nothingLeft } from "./nothing-left.ts";
import { oneOutcome } from "./one-outcome.ts";
import { registryReadable } from "./registry-readable.ts";
import { saidOnce } from "./said-once.ts";
import { serversAnswer } from "./servers-answer.ts";

const invariants: Readonly<Record<string, Invariant>> = {
  "a server answers, and the next one works": serversAnswer,
  // First of what looks at the disk: nothing may be at work any more.
  "no process is left": nothingLeft,
  "no container is left": hostClean,
  "no run is launched twice": launchedOnce,
  "no answer on disk is missing": answersKept,
  "no result comes twice": deliveredOnce,
  "nothing is said twice": saidOnce,
  "every run has one outcome": oneOutcome,
  "the registry is readable": registryReadable,
  "costs are counted once": costsOnce,
};

/** Every violation of every invariant. */
export async function judge(evidence: Evidence): Promise<string[]> {
  const violations: string[] = [];
  for (const [name, invariant] of Object.entries(invariants))
    for (const problem of await invariant(evidence)) violations.push(`${name}: ${problem}`);
  return violations;
}
