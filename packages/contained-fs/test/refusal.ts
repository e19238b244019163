import { ContainedFsError } from "../src/index.ts";

/** The code of the error that a call throws; `"none"` when it throws nothing. */
export function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof ContainedFsError) return error.code;
    throw error;
  }
  return "none";
}
