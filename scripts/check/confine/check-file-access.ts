import { join } from "node:path";
import { bindingsOf } from "../read/bindings-of.ts";
import { sourceFiles } from "../read/source-files.ts";
import type { CheckReport } from "../report/check-report.ts";
import { fileAccess, ownBoundary, type FileAccess } from "./file-access.ts";

const modules = new Set(["fs", "node:fs", "fs/promises", "node:fs/promises"]);

/**
 * What runs on a host reaches files through `@retinue/contained-fs`, which never waits, never leaves its root
 * and always has bounds. `node:fs` is for the files that are listed, for the names that are listed with them.
 */
export function checkFileAccess(root: string, allowed: readonly FileAccess[] = fileAccess): CheckReport {
  const files = sourceFiles(root, ["{packages,apps}/*/src/**/*.{ts,tsx,mts,js,mjs}"]).filter(
    (path) => !ownBoundary.some(({ directory }) => path.startsWith(`${directory}/`)),
  );
  const problems = files.flatMap((path) => {
    const names = allowed.find((each) => each.path === path)?.names ?? [];
    const taken = bindingsOf(join(root, path), modules).filter(({ name }) => name !== "constants");
    const refused = taken.filter(({ name }) => !names.includes(name));
    const unused = names.filter((name) => taken.every((each) => each.name !== name));
    return [
      ...refused.map(
        ({ name, line }) =>
          `${path}:${line} takes ${name} from node:fs: use @retinue/contained-fs, or add it with a reason to scripts/check/confine/file-access.ts`,
      ),
      ...unused.map(
        (name) => `scripts/check/confine/file-access.ts lists ${name} for ${path}, which does not take it`,
      ),
    ];
  });
  const gone = allowed.filter(({ path }) => !files.includes(path));
  return {
    looked: files.length,
    unit: "files",
    problems: [
      ...problems,
      ...gone.map(({ path }) => `scripts/check/confine/file-access.ts lists ${path}, which is not there`),
    ],
    note: `${allowed.length} may use node:fs`,
  };
}
