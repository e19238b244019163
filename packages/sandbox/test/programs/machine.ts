// A machine of its own: Docker's socket by its name, and the metadata address of clouds, with somebody who listens at
// both. Runs a script in a sandbox of a policy, or just so, and prints at which of them it was heard.
//
//   unshare --mount --net node machine.ts POLICY|null SCRIPT
import { execFile, execFileSync } from "node:child_process";
import { createServer, type ListenOptions } from "node:net";
import { confinedCommand } from "../../src/index.ts";

const [, , policy = "", script = ""] = process.argv;
execFileSync("mount", ["-t", "tmpfs", "none", "/run"]);
execFileSync("ip", ["link", "set", "lo", "up"]);
execFileSync("ip", ["address", "add", "169.254.169.254/32", "dev", "lo"]);
const heard = new Set<string>();
const listening: Record<string, ListenOptions> = {
  docker: { path: "/run/docker.sock" },
  metadata: { host: "169.254.169.254", port: 80 },
};
for (const [name, options] of Object.entries(listening)) {
  const server = createServer((socket) => {
    heard.add(name);
    socket.on("error", () => {}).end();
  });
  await new Promise<void>((resolve) => server.listen(options, resolve));
}
const command = [process.execPath, "-e", script];
const [file = "", ...args] =
  policy === "null" ? command : confinedCommand(JSON.parse(policy), command, { dieWithParent: true });
const said = await new Promise<string>((resolve) =>
  execFile(file, args, (_error, stdout, stderr) => resolve(stdout + stderr)),
);
console.log(JSON.stringify({ heard: [...heard].toSorted(), said }));
process.exit();
