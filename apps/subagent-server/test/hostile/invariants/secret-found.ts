import { spawnSync } from "node:child_process";
import type { World } from "../world.ts";

/** Regular files in the parent's workspace that hold the secret of outside. Links are not followed. */
export function secretFound({ parent, outside, secret }: World): string[] {
  // Larger ones hold holes, or what a child wrote itself.
  const small = ["-type", "f", "-size", "-40000k"];
  const { stdout } = spawnSync(
    "find",
    [parent, "-path", outside, "-prune", "-o", ...small, "-exec", "grep", "-lsF", secret, "{}", "+"],
    {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return stdout.split("\n").filter((path) => path !== "");
}
