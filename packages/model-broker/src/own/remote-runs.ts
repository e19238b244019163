import { createHash, randomBytes } from "node:crypto";
import { keptByTheHost, type NetworkModels } from "../bridge/bridge-command.ts";
import { brokerName, type BrokerAddress } from "../control/broker-address.ts";

/** A broker on another machine, and the port at which runs ask it. */
export interface RemoteRuns {
  readonly address: BrokerAddress;
  readonly port: number;
}

/** How a run finds a broker on another machine. */
export function networkModels({ address, port }: RemoteRuns, host: string, token: string): NetworkModels {
  const { authority } = address;
  return { host, port, name: brokerName, authority, token, stands_for: keptByTheHost };
}

/** A token for one run, and what its broker is told of it. */
export function newToken(): { readonly token: string; readonly sha256: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, sha256: sha256Of(token) };
}

export function sha256Of(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
