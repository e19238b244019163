// A machine of its own without bash: runs `true` in a sandbox of a policy with a file open that no plain shell can close, and
// ends as that does.
//
//   unshare --mount node without-bash.ts POLICY FILE
import { execFileSync, spawnSync } from "node:child_process";
import { openSync } from "node:fs";
import { confinedCommand } from "../../src/index.ts";

const [, , policy = "", path = ""] = process.argv;
execFileSync("mount", ["--bind", "/dev/null", "/usr/bin/bash"]);
const [file = "", ...args] = confinedCommand(JSON.parse(policy), ["true"], { dieWithParent: true });
const descriptors = Array.from({ length: 12 }, () => openSync(path, "r"));
const { status, stderr } = spawnSync(file, args, { stdio: ["ignore", "ignore", "pipe", ...descriptors] });
process.stderr.write(stderr);
process.exit(status ?? 1);
