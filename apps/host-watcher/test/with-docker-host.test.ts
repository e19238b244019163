import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { watchProgram } from "./watch-program.ts";

function configuration(more = ""): string {
  const base = temporaryDirectory();
  const path = join(base, "watch.yaml");
  const outbox = `{name: a, directory: ${base}/outbox, workspace_roots: [${base}/work]}`;
  writeFileSync(path, `version: 1\nspool: ${base}/spool\nimage: i\noutboxes: [${outbox}]\n${more}`);
  return path;
}

test.each([
  ["the engine of DOCKER_HOST is asked", "", "unix:///nowhere/of-host.sock", "/nowhere/of-host.sock"],
  [
    "that of the file comes first",
    "docker_socket: /nowhere/of-file.sock\n",
    "tcp://host:1",
    "/nowhere/of-file.sock",
  ],
])("%s", async (_what, more, DOCKER_HOST, socket) => {
  const { code, stdout } = await watchProgram(["doctor", "--config", configuration(more)], { DOCKER_HOST })
    .ended;
  expect(code).toBe(1);
  expect(stdout).toContain(socket);
});

test("an engine that is no socket is refused with the remedy", async () => {
  const watching = watchProgram(["doctor", "--config", configuration()], { DOCKER_HOST: "tcp://host:1" });
  expect((await watching.ended).code).toBe(2);
  expect(watching.said.stderr).toMatch(/DOCKER_HOST is tcp:\/\/host:1[^]*docker_socket/);
});
