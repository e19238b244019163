import { dockerEngine, kubernetesCluster, suiteEngines, type EngineName } from "@retinue/testkit";
import { beforeAll, describe } from "vitest";
import { engineBetween } from "./engine-between.ts";
import type { HeldCalls } from "./held-calls.ts";
import { clusterOutbox, outboxBehindApi } from "./kubernetes/cluster-outbox.ts";
import { watchedOutbox, type LeftOutbox } from "./watched-outbox.ts";

/** An engine on which a suite of watchers runs. */
interface TestedEngine {
  /** A parent's user of whom the engine asks most: root, whose workspaces are lent to runs, where it does that. */
  readonly parentUid: number;
  /** For this run of the tests. */
  start(): Promise<unknown>;
  newOutbox(of?: Record<string, unknown>): Promise<LeftOutbox>;
  /** The same, whose watchers ask the engine through a test. */
  outboxBehind(
    of?: Record<string, unknown>,
  ): Promise<{ readonly watched: LeftOutbox; readonly between: HeldCalls }>;
}

const tested: Readonly<Record<EngineName, TestedEngine>> = {
  docker: {
    parentUid: 0,
    start: dockerEngine,
    newOutbox: watchedOutbox,
    async outboxBehind(of = {}) {
      const between = await engineBetween();
      return { watched: await watchedOutbox({ docker_socket: between.socket, ...of }), between };
    },
  },
  // It changes no owner: workspaces of root are refused.
  kubernetes: {
    parentUid: 1000,
    start: () => kubernetesCluster(),
    newOutbox: clusterOutbox,
    outboxBehind: outboxBehindApi,
  },
};

/**
 * One suite of what holds on whichever engine runs are. Suites of what is an outbox's alone, and comes before any engine
 * is asked or after it has answered, are tried on Docker.
 */
export function onEachEngine(
  suite: string,
  define: (on: TestedEngine & { readonly engine: EngineName }) => void,
): void {
  for (const { engine, isMissing, where } of suiteEngines(process.env)) {
    describe.skipIf(isMissing)(`${suite}${where}`, () => {
      beforeAll(async () => {
        await tested[engine].start();
      });
      define({ engine, ...tested[engine] });
    });
  }
}
