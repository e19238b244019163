/** By name, so that it is the same in every copy of this package within a process. */
const brand: unique symbol = Symbol.for("@retinue/errors");

/** What comes with an error's message. */
export interface RetinueErrorOptions {
  /** What to do about it. */
  readonly remedy: string;
  /** The values that it is about. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** What Retinue's packages throw: `message` says what happened with which value, `remedy` what to do. */
export abstract class RetinueError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: Code, message: string, { remedy, details = {}, cause }: RetinueErrorOptions) {
    super(message, { cause });
    this.code = code;
    this.remedy = remedy;
    this.details = details;
  }

  get [brand](): true {
    return true;
  }
}

/** Whether a thrown value is an error of Retinue's, whichever copy of this package made it. */
export function isRetinueError(value: unknown): value is RetinueError {
  return value instanceof Error && brand in value;
}
