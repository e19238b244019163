import { parseOrThrow } from "@retinue/errors";
import { invalidInput } from "../configure/open-run.ts";
import { usualBounds, type Bounds } from "../front/bounds.ts";
import { checkToken } from "../front/check-token.ts";
import { listen, type Guest, type Listening } from "../front/listen.ts";
import type { Refusal } from "../front/refusal.ts";
import type { Broker } from "../run/broker.ts";
import type { BrokerDirectory } from "../run/broker-directory.ts";
import type { IncomingMessage } from "node:http";
import { ownerGuest } from "./owner-guest.ts";
import { networkSchema, type Network } from "./network.ts";

/** Ports at which a broker is asked from other machines. */
export interface ServedNetwork {
  readonly port: number;
  readonly controlPort: number;
  end(): Promise<void>;
}

/**
 * Serves runs and their owner over TLS. Both listeners are the runs' own one, but for who a request shows itself to be.
 *
 * @param heard Told of each word of an owner's.
 * @throws ModelBrokerError INVALID_INPUT.
 */
export async function serveNetwork(
  given: Network,
  broker: Broker,
  directory: Pick<BrokerDirectory, "callsOf">,
  { bounds: some = {}, heard }: { readonly bounds?: Partial<Bounds> | undefined; readonly heard: () => void },
): Promise<ServedNetwork> {
  const network = parseOrThrow(networkSchema, given, invalidInput);
  const { host, port, controlPort, certificate, key } = network;
  const bounds = { ...usualBounds, ...some };
  const tls = { certificate, key };
  const owner = ownerGuest(network, broker, directory, { bounds, heard });
  const control = await listen({ host, port: controlPort }, { bounds, guest: owner, tls });
  let runs: Listening;
  try {
    runs = await listen({ host, port }, { bounds, guest: runGuest(broker), tls });
  } catch (error) {
    await control.end();
    throw error;
  }
  return {
    port: runs.port ?? 0,
    controlPort: control.port ?? 0,
    end: async () => void (await Promise.all([control.end(), runs.end()])),
  };
}

/** The run whose token a request bears; several of one request are one run's. One that is to be opened again waits. */
function runGuest(broker: Broker): (request: IncomingMessage) => Guest | Refusal {
  return (request) => {
    const found = new Set<Guest>();
    let isAwaited = false;
    const refusal = checkToken(request, (token) => {
      const guest = broker.guestOf(token);
      isAwaited ||= guest === undefined && broker.awaits(token);
      if (guest !== undefined) found.add(guest);
      return found.size === 1 && guest !== undefined;
    });
    const [guest] = found;
    return isAwaited ? notOpenYet : (refusal ?? (guest as Guest));
  };
}

// Refused for good it would give its run up: the vendors' clients do not ask again after a 401.
const notOpenYet: Refusal = {
  status: 503,
  code: "not_open_yet",
  message: "the broker was started anew, and this run's owner has not opened it again yet",
  retryAfter: "5",
};
