import { limitedName } from "../result/limited-text.ts";
import type { StatusProblem } from "./orchestrator-status.ts";

// Enough to see what kind of damage it is; a hostile file has hundreds of thousands of damaged places.
const maxProblems = 100;

/** The problems of one status file, the first ones of them. */
export class ProblemList {
  readonly #found: StatusProblem[] = [];
  #more = 0;

  /** `message` is only made where there is room for it. */
  add(path: string, message: () => string): void {
    if (this.#found.length === maxProblems) this.#more += 1;
    else this.#found.push({ path: limitedName(path), message: message() });
  }

  /** The last one says how many there were beyond. */
  all(): StatusProblem[] {
    if (this.#more === 0) return this.#found;
    return [...this.#found, { path: "(further places)", message: `${this.#more} more are damaged` }];
  }
}
