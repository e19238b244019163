import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { World } from "../world.ts";

/** How often a hostile child noted its own start; none when it took the note away again. */
export function hostileStarts({ parent }: World, subagentId: string): number {
  try {
    const noted = readFileSync(join(parent, "subagents", subagentId, "workspace/starts.txt"), "utf8");
    return noted.split("\n").filter((line) => line === "hostile").length;
  } catch {
    return 0;
  }
}
