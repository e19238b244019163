import { parseArgs } from "node:util";

export interface FaultOptions {
  /** One fault, again. */
  readonly seed?: number;
  readonly count: number;
  /** Kinds whose name begins so. */
  readonly only?: string;
  /** Seeds that begin here. */
  readonly from: number;
  /** Leaves the directory of a world with violations, for a look. */
  readonly keep: boolean;
}

/** What CI runs; long enough for each kind to be met several times. */
const usualCount = 300;
const longCount = 5000;

/** @throws Error for what is no option, naming it. */
export function parseOptions(args: readonly string[]): FaultOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: "string" },
      count: { type: "string" },
      from: { type: "string", default: "1" },
      long: { type: "boolean", default: false },
      only: { type: "string" },
      keep: { type: "boolean", default: false },
    },
  });
  const { seed, count = String(values.long ? longCount : usualCount), only } = values;
  return {
    ...(seed !== undefined && { seed: wholeNumber("--seed", seed) }),
    ...(only !== undefined && { only }),
    count: wholeNumber("--count", count),
    from: wholeNumber("--from", values.from),
    keep: values.keep,
  };
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`${name} ${JSON.stringify(text)} is no whole number`);
}
