import { catalogue } from "./catalogue.ts";
import type { Mode, Order } from "./order.ts";
import { packs } from "./packs.ts";
import { randomOf, type Random } from "./random.ts";
import type { Ending, Trick } from "./trick.ts";

/** What a seed stands for. */
export interface Plan {
  readonly tricks: readonly Trick[];
  readonly ending: Ending;
  readonly answers: boolean;
  readonly logsIn: "live" | "own";
  /** How long it goes on after its tricks, so that its host looks at them: milliseconds. */
  readonly lingers: number;
  /** How the same subagent is asked once more. */
  readonly again: "spawn" | "continue" | undefined;
  readonly random: Random;
}

const mostTricks = 6;
const otherEndings: readonly Ending[] = [1, 7, 126, 137, "at once", "SIGKILL", "SIGSTOP", "never"];

/**
 * The first seeds do each trick of the catalogue once, with none that disturbs it; those that follow do one
 * to six that they choose by weight.
 */
export function planOf({ seed, mode, only }: Pick<Order, "seed" | "mode" | "only">): Plan {
  const random = randomOf(seed);
  const tricks = only === undefined ? chosen(seed, mode, random) : named(only);
  const wanted = <Key extends "ending" | "answers" | "logsIn">(key: Key) =>
    tricks.findLast((trick) => trick[key] !== undefined)?.[key];
  const ordinary: Ending = random.happens(0.6) ? 0 : random.pick(otherEndings);
  const answers = random.happens(0.5);
  const logsIn = random.happens(0.6) ? "live" : "own";
  const lingers = random.pick([0, 0, 300, 1_200]);
  const shows = random.happens(tricks.some(({ again }) => again === true) ? 0.9 : 0.15);
  const how = random.pick(["spawn", "continue"] as const);
  return {
    tricks,
    ending: wanted("ending") ?? ordinary,
    answers: wanted("answers") ?? answers,
    logsIn: mode === "delegated" ? "own" : (wanted("logsIn") ?? logsIn),
    lingers,
    again: shows ? how : undefined,
    random,
  };
}

/** Tricks that are possible in a mode, in a fixed order. */
export function tricksOf(mode: Mode): readonly Trick[] {
  return catalogue.filter(({ modes }) => modes?.includes(mode) ?? true);
}

function named(names: readonly string[]): Trick[] {
  return names.map((name) => {
    const trick = catalogue.find((each) => each.name === name);
    if (trick === undefined) throw new Error(`no trick is called ${name}`);
    return trick;
  });
}

function chosen(seed: number, mode: Mode, random: Random): Trick[] {
  const possible = tricksOf(mode);
  const pack = packs(possible, mode)[seed];
  if (pack !== undefined) return [...pack];
  const count = 1 + random.below(mostTricks);
  const all = [...new Set(Array.from({ length: count }, () => byWeight(possible, random)))];
  // Whoever writes where something is swapped writes outside himself: one, and after all others.
  const swaps = all.filter(isSwap);
  return [...all.filter((trick) => !isSwap(trick)), ...swaps.slice(0, 1)];
}

const isSwap = ({ name }: Trick) => name.startsWith("swap@");

function byWeight(tricks: readonly Trick[], random: Random): Trick {
  let at = random.below(tricks.reduce((sum, { weight }) => sum + weight, 0));
  for (const trick of tricks) {
    at -= trick.weight;
    if (at < 0) return trick;
  }
  throw new Error("unreachable: the weights add up");
}
