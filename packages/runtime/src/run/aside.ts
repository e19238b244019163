import { RuntimeError } from "../contract/runtime-error.ts";

/** Does something that may fail without the run: undefined then, and said in the log. */
export type Aside = <T>(what: string, act: () => T | Promise<T>) => Promise<T | undefined>;

export function asideOf(subagentId: string, log: (message: string) => void): Aside {
  return async (what, act) => {
    try {
      return await act();
    } catch (error) {
      // What a manager that is closed has not kept, the next one keeps: that is no news.
      if (!(error instanceof RuntimeError && error.code === "CLOSED"))
        log(`The ${what} of subagent ${subagentId} could not be kept: ${(error as Error).message}`);
      return undefined;
    }
  };
}
