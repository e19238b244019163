import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DelegationRequest } from "@retinue/delegation-protocol";
import { temporaryDirectory } from "@retinue/testkit";
import { admitRequest, type Admitted } from "../../src/admit/admit-request.ts";
import { WorkspaceLeases } from "../../src/admit/workspace-leases.ts";
import { LaunchWatcherError, parseWatcherConfig } from "../../src/index.ts";
import { team } from "../watched-outbox.ts";

export interface Tried {
  readonly admitted?: Omit<Admitted, "release">;
  readonly refused?: string;
}

/** Directories of one parent, and what becomes of a request there. */
export function parent() {
  const base = temporaryDirectory();
  for (const name of ["outbox", "work1/a/agent", "work10/a", "contexts/docs", "contexts/two", "secret"]) {
    mkdirSync(join(base, name), { recursive: true });
  }
  // The engine's socket by another of its names, as /var/run is a link to /run.
  mkdirSync(join(base, "contexts/run"));
  writeFileSync(join(base, "contexts/run/docker.sock"), "");
  symlinkSync(join(base, "contexts/run"), join(base, "run"));
  const host = parseWatcherConfig({
    version: 1,
    spool: join(base, "spool"),
    docker_socket: join(base, "run/docker.sock"),
    image: "any",
    outboxes: [
      {
        name: "one",
        directory: join(base, "outbox"),
        workspace_roots: [join(base, "work1")],
        context_roots: [join(base, "contexts")],
        max_timeout_seconds: 100,
      },
      { name: "two", directory: join(base, "contexts/two"), workspace_roots: [join(base, "work2")] },
    ],
  });
  const workspace = join(base, "work1/a");
  const tried = (of: Partial<DelegationRequest>, paths: string[] = []): Tried => {
    const leases = new WorkspaceLeases();
    for (const path of paths) leases.acquireNoted(path, [], undefined);
    const [outbox] = host.outboxes;
    if (outbox === undefined) throw new Error("no outbox");
    const request = {
      version: 1 as const,
      subagent_id: "a",
      request_id: "r",
      task: "x",
      yaml_config: team("true"),
      answer_file: join(of.workspace ?? workspace, "answer.txt"),
      workspace,
      timeout_seconds: 60,
      created_at: "",
      ...of,
    };
    try {
      using admitted = admitRequest({ request, outbox, host, leases });
      return { admitted };
    } catch (error) {
      if (!(error instanceof LaunchWatcherError) || error.code !== "REQUEST_REFUSED") throw error;
      if (error.remedy === "") throw new Error("a refusal without a remedy", { cause: error });
      return { refused: error.message };
    }
  };
  return { base, workspace, tried };
}
