import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Role } from "../analyse/findings.ts";
import type { TeamAnswer } from "../read/team-answers.ts";

/** What a judge looks for. */
export interface Criterion {
  /** Reads on from "it has": `42 of 43 places that are there`. */
  readonly unit: string;
  points(
    answer: TeamAnswer,
    place: { readonly root: string; readonly pauseSeconds: number },
  ): Promise<number>;
}

/** Each role judges by its own criterion. */
export const criteria: Readonly<Record<Role, Criterion>> = {
  scout: {
    unit: "files covered",
    points: async ({ lines }) => Number(/^Covered (\d+) files/.exec(lines.at(-1) ?? "")?.[1] ?? 0),
  },
  reader: {
    unit: "findings with a place",
    points: async (answer) => placesIn(answer).length,
  },
  auditor: {
    unit: "places that are really there",
    async points(answer, { root, pauseSeconds }) {
      let found = 0;
      for (const place of placesIn(answer)) {
        await delay(pauseSeconds * 1000);
        if (existsSync(join(root, place))) found += 1;
      }
      return found;
    },
  },
};

/** `- packages/x.ts:12: remark` names packages/x.ts. */
function placesIn({ lines }: TeamAnswer): string[] {
  return lines.flatMap((line) => /^- (.+?)(?::\d+)?: /.exec(line)?.[1] ?? []);
}
