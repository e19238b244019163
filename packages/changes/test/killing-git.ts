import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { environment, writeFiles } from "./a-repository.ts";

/** A directory with a git that kills its caller, and itself, at its n-th call: before it or after it. */
export function killingGit(
  call: number,
  when: "before" | "after",
): { path: string; isThrough: () => boolean } {
  const directory = temporaryDirectory();
  const count = join(directory, "count");
  const kill = "kill -9 $PPID; kill -9 $$";
  writeFiles(directory, { count: "" });
  writeFileSync(
    join(directory, "git"),
    `#!/bin/sh\nPATH='${environment.PATH}'; export PATH\nprintf x >> ${count}\n` +
      `if [ "$(wc -c < ${count})" -ne ${call} ]; then exec git "$@"; fi\n` +
      (when === "before" ? kill : `git "$@"; ${kill}`),
  );
  chmodSync(join(directory, "git"), 0o755);
  return {
    path: `${directory}:${environment.PATH}`,
    isThrough: () => readFileSync(count, "utf8").length < call,
  };
}
