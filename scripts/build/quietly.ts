/** Builds the repository, for what comes after it: says one line, and all that was said where it fails. */
import { spawnSync } from "node:child_process";

process.stdout.write("Building what has changed since the last time …\n");
const { status, stdout, stderr, error } = spawnSync("turbo", ["run", "build"], {
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
if (status !== 0) {
  process.stdout.write(stdout ?? "");
  process.stderr.write(`${stderr ?? ""}${error?.message ?? ""}\n`);
  process.exitCode = 1;
}
