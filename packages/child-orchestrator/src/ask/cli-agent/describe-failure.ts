import type { CliAgent } from "./cli-agent.ts";

type Named = Pick<CliAgent, "program" | "install" | "logIn">;

interface Kind {
  readonly pattern: RegExp;
  readonly what: string;
  readonly remedy: (agent: Named) => string;
}

/** In order: an error that says 401 and 500 is about the login, a broker's 403 at the budget is not. */
const kinds: readonly Kind[] = [
  {
    pattern: /budget_exhausted/,
    what: "has spent its budget",
    remedy: () => "raise the limit where it is set, or ask for less",
  },
  {
    pattern:
      /not logged in|log ?in\b|authenticat|unauthorized|forbidden|\b40[13]\b|api[ _-]?key|auth method|missing environment variable/i,
    what: "is not logged in",
    remedy: ({ logIn }) => logIn,
  },
  {
    pattern: /\b429\b|rate.?limit|too many requests|quota|resource.?exhausted|usage limit/i,
    what: "was rate-limited",
    remedy: () => "wait, or give the agent another model or account",
  },
  {
    pattern:
      /\b5\d\d\b|overloaded|server error|high demand|disconnect|connect|terminated|ECONN|network|fetch failed/i,
    what: "got no answer from its model",
    remedy: () => "try again; if it stays so, look at the model's API and the network",
  },
  {
    pattern: /unknown option|unexpected argument|unknown argument|unrecognized/i,
    what: "does not know an option",
    remedy: ({ install }) => `bring it up to date: ${install}@latest`,
  },
];

/** A failure in one sentence: what is the matter, what the program said, what to do. */
export function describeFailure(agent: Named, said: string, otherwise: string): string {
  const words = said.trim().replace(/\s+/g, " ").slice(0, 500);
  const kind = words === "" ? undefined : kinds.find(({ pattern }) => pattern.test(words));
  const quoted = words === "" ? "" : ` (${words})`;
  if (kind === undefined) return `${agent.program} ${otherwise}${quoted}`;
  return `${agent.program} ${kind.what}${quoted}: ${kind.remedy(agent)}`;
}

/** A program that could not be started. */
export function describeMissing({ program, install }: Named, startError: string): string {
  return startError.includes("ENOENT")
    ? `${program} is not installed, or not on the PATH: ${install}`
    : `${program} could not be started: ${startError}`;
}

/** The line of stderr that says most: one that is understood, else the last; no stack and no notice. */
export function lastWords(stderr: string): string {
  const lines = stderr
    .split("\n")
    .filter((line) => /^\S/.test(line) && !/^[}\])]|^warning|^\(Use `node/i.test(line));
  const understood = lines.findLast((line) => kinds.some(({ pattern }) => pattern.test(line)));
  return understood ?? lines.at(-1) ?? "";
}
