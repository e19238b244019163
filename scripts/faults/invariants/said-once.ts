import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Invariant } from "../world/evidence.ts";

interface Line {
  readonly role: string;
  readonly run: number;
}

/** Each run asks and answers once in the conversation of its subagent, however many servers finished it. */
export const saidOnce: Invariant = ({ world }) => {
  const paths = globSync(join(world.workspace, ".massgen/massgen_logs/*/*/*/subagents/*/conversation.jsonl"));
  return paths.flatMap((path) => {
    const lines = readFileSync(path, "utf8").split("\n").slice(0, -1).flatMap(parsed);
    const said = lines.map(({ role, run }) => `run ${run} of ${basename(dirname(path))} as ${role}`);
    const twice = said.filter((each, index) => said.indexOf(each) !== index);
    return twice.map((each) => `the conversation has ${each} twice`);
  });
};

/** A torn line is one that a kill or a full disk left; readers pass over it. */
function parsed(line: string): Line[] {
  try {
    return [JSON.parse(line) as Line];
  } catch {
    return [];
  }
}
