import { connect } from "node:net";
import { request as ask } from "node:https";
import { Deadline } from "../front/deadline.ts";
import { brokerName, type BrokerAddress } from "./broker-address.ts";
import { attendPath, commandPath, mostControlBytes } from "./protocol.ts";

/** A way to a broker: the path of its control socket, or its address in the network. */
export type BrokerWay = string | BrokerAddress;

const longestSilenceMs = 60_000;
// Of a machine that is gone nothing is heard, unless it is asked.
const aliveMs = 15_000;

export function wayText(way: BrokerWay): string {
  return typeof way === "string" ? way : `${way.host}:${way.controlPort}`;
}

/** Sends a command. Its reply, as it came. Throws where nobody answers. */
export async function talk(way: BrokerWay, command: object): Promise<string> {
  const line = `${JSON.stringify(command)}\n`;
  if (typeof way !== "string") return talkOverNetwork(way, line);
  const socket = connect(way);
  const deadline = new Deadline(longestSilenceMs, () => socket.destroy(silent()));
  try {
    socket.end(line);
    return await whole(socket);
  } finally {
    deadline.clear();
    socket.destroy();
  }
}

/** A connection that says nothing: the broker's end is its end, however that came. */
export function attend(way: BrokerWay, gone: () => void): Disposable {
  if (typeof way !== "string") return attendOverNetwork(way, gone);
  const socket = connect(way).unref();
  socket.on("error", () => {});
  socket.once("close", gone);
  return {
    [Symbol.dispose]() {
      socket.off("close", gone).destroy();
    },
  };
}

async function talkOverNetwork(way: BrokerAddress, line: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const call = ask({ ...optionsOf(way), method: "POST", path: commandPath });
  const deadline = new Deadline(longestSilenceMs, () => call.destroy(silent()));
  call.on("error", reject);
  call.on("response", (response) => {
    whole(response).then((text) => {
      if (response.statusCode === 200) return resolve(text);
      reject(new Error(`it answers ${response.statusCode}: ${text.slice(0, 300)}`));
    }, reject);
  });
  call.end(line);
  try {
    return await promise;
  } finally {
    deadline.clear();
  }
}

function attendOverNetwork(way: BrokerAddress, gone: () => void): Disposable {
  const call = ask({ ...optionsOf(way), path: attendPath });
  let isTold = false;
  const tell = () => {
    if (!isTold) gone();
    isTold = true;
  };
  call.on("socket", (socket) => socket.setKeepAlive(true, aliveMs).unref());
  call.on("response", (response) => response.on("error", () => {}).resume());
  call.on("error", () => {}).on("close", tell);
  call.end();
  return {
    [Symbol.dispose]() {
      isTold = true;
      call.destroy();
    },
  };
}

function optionsOf({ host, controlPort: port, authority: ca, secret }: BrokerAddress) {
  const headers = {
    host: brokerName,
    authorization: `Bearer ${secret}`,
    "content-type": "application/json",
  };
  return { host, port, ca, headers, servername: brokerName, agent: false, minVersion: "TLSv1.3" as const };
}

async function whole(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > mostControlBytes) throw new Error("it says too much");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function silent(): Error {
  return new Error("it does not answer");
}
