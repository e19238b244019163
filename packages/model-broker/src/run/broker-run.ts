import type { IncomingMessage, ServerResponse } from "node:http";
import type { Agent } from "undici";
import { apisOf } from "../api/apis-of.ts";
import type { Account } from "../budget/account.ts";
import type { OpenRun } from "../configure/open-run.ts";
import type { Bounds } from "../front/bounds.ts";
import { checkToken, isToken } from "../front/check-token.ts";
import { listen, type Guest, type Listening, type Place } from "../front/listen.ts";
import { ModelBrokerError } from "../model-broker-error.ts";
import { answerCall, failed, type CallContext, type OpenRoute } from "./answer-call.ts";
import { prepareSocket, removeSocket } from "./broker-directory.ts";
import type { RoutePauses } from "./route-pauses.ts";
import { keepDigest, keepPort, portOf, prepareToken, removeAccess } from "./run-access.ts";

export interface RunHost {
  readonly upstreams: Agent;
  readonly pauses: RoutePauses;
  readonly bounds: Bounds;
  readonly log: (message: string) => void;
}

/** Where a run's socket is, and apart from it what opens the run to who shows it. */
export interface RunPlaces {
  readonly sockets: string;
  readonly access: string;
}

interface Opened {
  readonly guest: Guest;
  readonly inFlight: ReadonlySet<ServerResponse>;
  readonly listening: readonly Listening[];
  readonly tokenFile: string | undefined;
  readonly port: number | undefined;
}

/** A run's way to its models, from when it is opened to when it is closed. */
export class BrokerRun {
  readonly wanted: OpenRun;
  readonly account: Account;
  readonly directory: string;
  /** Whoever has shown that it is this run. */
  readonly guest: Guest;
  readonly tokenFile: string | undefined;
  readonly port: number | undefined;
  readonly #places: RunPlaces;
  readonly #listening: readonly Listening[];
  readonly #inFlight: ReadonlySet<ServerResponse>;

  private constructor(wanted: OpenRun, account: Account, places: RunPlaces, opened: Opened) {
    this.wanted = wanted;
    this.account = account;
    this.directory = places.sockets;
    this.guest = opened.guest;
    this.tokenFile = opened.tokenFile;
    this.port = opened.port;
    this.#places = places;
    this.#listening = opened.listening;
    this.#inFlight = opened.inFlight;
  }

  /** @throws ModelBrokerError PORT_TAKEN. */
  static async open(wanted: OpenRun, account: Account, places: RunPlaces, host: RunHost): Promise<BrokerRun> {
    const { run, routes, keys, limits, log: calls, record } = wanted;
    const open = Object.entries(routes).map(([name, route]): [string, OpenRoute] => [
      name,
      { name, route, apis: apisOf(name, route), key: Object.hasOwn(keys, name) ? keys[name] : undefined },
    ]);
    const { tokenFile, token } = wanted.token ? prepareToken(places.access) : {};
    const context: CallContext = { ...host, run, routes: new Map(open), account, calls, record };
    const inFlight = new Set<ServerResponse>();
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      inFlight.add(response);
      response.on("close", () => inFlight.delete(response));
      answerCall(context, request, response).catch((error: unknown) => {
        host.log(`run ${run}: ${error instanceof Error ? error.message : String(error)}`);
        failed(response);
      });
    };
    const guest = { name: run, answer };
    const byToken = token === undefined ? guest : shownBy(token, guest);
    const serve = (place: Place) => listen(place, { bounds: host.bounds, guest: byToken });
    // One with a token of its owner's is asked at the port of all.
    const { token_sha256: digest } = wanted;
    const isOfNetwork = digest !== undefined;
    if (isOfNetwork) keepDigest(places.access, digest);
    const listening = isOfNetwork ? [] : [await serve({ path: prepareSocket(places.sockets) })];
    let port: number | undefined;
    try {
      if (wanted.tcp) {
        const again = await listenAgain(places.access, serve);
        listening.push(again);
        ({ port } = again);
        keepPort(places.access, port ?? 0);
      }
    } catch (error) {
      await Promise.all(listening.map((each) => each.end()));
      throw error;
    }
    account.join(run, limits);
    return new BrokerRun(wanted, account, places, { guest, inFlight, listening, tokenFile, port });
  }

  /** No further call; what is in flight is cut off, and counts as what was set aside for it. */
  async close({ isOver }: { readonly isOver: boolean }): Promise<void> {
    await Promise.all(this.#listening.map((each) => each.end()));
    for (const response of this.#inFlight) response.destroy();
    if (this.wanted.token_sha256 === undefined) removeSocket(this.directory);
    if (isOver) removeAccess(this.#places.access);
  }
}

function shownBy(token: string, guest: Guest) {
  const isKnown = isToken(token);
  return (request: IncomingMessage) => checkToken(request, isKnown) ?? guest;
}

/** At the port that an earlier broker had for the run: whoever asks knows that one. */
async function listenAgain(
  directory: string,
  serve: (place: Place) => Promise<Listening>,
): Promise<Listening> {
  const port = portOf(directory);
  try {
    return await serve({ port });
  } catch (error) {
    throw new ModelBrokerError("PORT_TAKEN", `port ${port} cannot be listened at: ${String(error)}`, {
      remedy: "Free the port, or close the run and open it anew.",
      cause: error,
    });
  }
}
