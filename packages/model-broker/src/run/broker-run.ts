import type { Server } from "node:http";
import type { Agent } from "undici";
import { apisOf } from "../api/apis-of.ts";
import type { Account } from "../budget/account.ts";
import type { OpenRun } from "../configure/open-run.ts";
import type { Bounds } from "../front/bounds.ts";
import { listen } from "../front/listen.ts";
import { answerCall, failed, type CallContext, type OpenRoute } from "./answer-call.ts";
import { prepareSocket, removeSocket } from "./broker-directory.ts";
import type { RoutePauses } from "./route-pauses.ts";

export interface RunHost {
  readonly upstreams: Agent;
  readonly pauses: RoutePauses;
  readonly bounds: Bounds;
  readonly log: (message: string) => void;
}

/** A run's way to its models, from when it is opened to when it is closed. */
export class BrokerRun {
  readonly wanted: OpenRun;
  readonly account: Account;
  readonly directory: string;
  readonly #server: Server;

  private constructor(wanted: OpenRun, account: Account, directory: string, server: Server) {
    this.wanted = wanted;
    this.account = account;
    this.directory = directory;
    this.#server = server;
  }

  static async open(wanted: OpenRun, account: Account, directory: string, host: RunHost): Promise<BrokerRun> {
    const { run, routes, keys, limits } = wanted;
    const open = Object.entries(routes).map(([name, route]): [string, OpenRoute] => [
      name,
      { name, route, apis: apisOf(name, route), key: Object.hasOwn(keys, name) ? keys[name] : undefined },
    ]);
    const { upstreams, pauses, bounds, log } = host;
    const context: CallContext = { run, routes: new Map(open), account, upstreams, pauses, bounds };
    const server = await listen({ path: prepareSocket(directory) }, bounds, (request, response) => {
      answerCall(context, request, response).catch((error: unknown) => {
        log(`run ${run}: ${error instanceof Error ? error.message : String(error)}`);
        failed(response);
      });
    });
    account.join(run, limits);
    return new BrokerRun(wanted, account, directory, server);
  }

  /** No further call; what is in flight is cut off, and counts as what was set aside for it. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
    removeSocket(this.directory);
  }
}
