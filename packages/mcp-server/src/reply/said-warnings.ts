import { withEach } from "./with-each.ts";

/** A remark that is shorter costs no more than to say that it was said. */
const longEnough = 120;
const headCharacters = 60;
/** Some warnings are of one run alone: more are not kept in mind. */
const mostRemembered = 500;

/** A reply with its warnings as they are to be said. */
export interface WithWarnings {
  readonly reply: Record<string, unknown>;
  /** Says that the reply was handed over: what it says was said. */
  wereSaid(): void;
}

/** Says a warning once, and of the same one later only how it began and how often it was given. */
export class SaidWarnings {
  readonly #times = new Map<string, number>();

  /** Each long remark of each `warning` in the reply that was said before becomes its head and a count. */
  in(reply: Readonly<Record<string, unknown>>): WithWarnings {
    const times = new Map<string, number>();
    const remark = (text: string) => {
      if (text.length < longEnough) return text;
      const before = (this.#times.get(text) ?? 0) + (times.get(text) ?? 0);
      times.set(text, (times.get(text) ?? 0) + 1);
      return before === 0
        ? text
        : `${text.slice(0, headCharacters).toWellFormed()}… (as before, ${before + 1} times by now)`;
    };
    const said = withEach(reply, "warning", (warning) =>
      typeof warning === "string" ? warning.split("; ").map(remark).join("; ") : undefined,
    );
    return {
      reply: said as Record<string, unknown>,
      wereSaid: () => {
        if (this.#times.size > mostRemembered) this.#times.clear();
        for (const [text, count] of times) this.#times.set(text, (this.#times.get(text) ?? 0) + count);
      },
    };
  }
}
