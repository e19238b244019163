/**
 * What delegation adds to a container: request written to response read, against a bare create, start,
 * wait and remove of the same container through the engine's API; and request written to container
 * created, against the one call that creates it. Medians of one run, alternating.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dockerEngine } from "@retinue/testkit";
import Docker from "dockerode";
import { bareRun } from "./probe/bare-run.ts";
import { median } from "./probe/median.ts";
import { watchedParent } from "./probe/watched-parent.ts";

const rounds = 20;
const warmUp = 3;
const { socket, image } = await dockerEngine();
const docker = new Docker({ socketPath: socket });
const base = mkdtempSync(join(tmpdir(), "retinue-bench-"));
const outbox = join(base, "outbox");
const workspaces = join(base, "workspaces");
for (const each of [outbox, workspaces]) mkdirSync(each);
const document = {
  version: 1,
  spool: join(base, "spool"),
  docker_socket: socket,
  image,
  outboxes: [{ name: "bench", directory: outbox, workspace_roots: [workspaces] }],
};

// Of the first one nothing counts but the way there and back.
await measure("an engine that ends at once", { ...document, engine_command: ["/bin/sh", "-c", "exit 0"] });
await measure("retinue-child", document);
rmSync(base, { recursive: true });

async function measure(engine: string, config: object): Promise<void> {
  const parent = await watchedParent(docker, config, { outbox, workspaces });
  const took: Record<"delegated" | "bare" | "reached" | "create" | "ping", number[]> = {
    delegated: [],
    bare: [],
    reached: [],
    create: [],
    ping: [],
  };
  for (let round = -warmUp; round < rounds; round += 1) {
    const { answered, reached } = await parent.ask();
    const { create, all } = await bareRun(docker, config, { request: parent.request("bare"), base });
    const began = performance.now();
    await docker.ping();
    const ping = performance.now() - began;
    if (round < 0) continue;
    for (const [what, value] of Object.entries({ delegated: answered, bare: all, reached, create, ping })) {
      took[what as keyof typeof took].push(value);
    }
  }
  await parent.end();
  const { delegated, bare, reached, create, ping } = Object.fromEntries(
    Object.entries(took).map(([what, values]) => [what, median(values)]),
  ) as Record<keyof typeof took, number>;
  console.log(`${engine}, medians of ${rounds}:`);
  console.log(`  request written to response read:  ${delegated.toFixed(1)} ms`);
  console.log(`  bare create, start, wait, remove:  ${bare.toFixed(1)} ms`);
  console.log(`  request written to created:        ${reached.toFixed(1)} ms`);
  console.log(`  the call that creates it:          ${create.toFixed(1)} ms (a ping: ${ping.toFixed(1)} ms)`);
  console.log(
    `  delegated run against the bare container, ${engine}: ${(delegated / bare).toFixed(2)} (aim: at most 1.25)`,
  );
  console.log(
    `  request to container created against the call, ${engine}: ${(reached / create).toFixed(2)} (aim: at most 3)`,
  );
}
