/** Makes watches fail: fs.watch throws from one call on, or the watchers that it gives do. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { how, code, from } = JSON.parse(process.env["FAULTS_WATCHES"] ?? "{}") as {
  how: "throw" | "emit";
  code: string;
  from: number;
};
const { watch } = fs;
let watches = 0;

function failure(path: unknown): Error {
  const said = code === "ENOSPC" ? "System limit for number of file watchers reached" : "too many open files";
  return Object.assign(new Error(`${code}: ${said}, watch '${String(path)}'`), { code, syscall: "watch" });
}

function failing(...given: Parameters<typeof watch>): fs.FSWatcher {
  if (++watches < from) return watch(...given);
  if (how === "throw") throw failure(given[0]);
  const watcher = watch(...given);
  setImmediate(() => {
    watcher.emit("error", failure(given[0]));
    watcher.close();
  });
  return watcher;
}

fs.watch = failing as typeof watch;
syncBuiltinESMExports();
