import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readText } from "@retinue/contained-fs";
import { ModelBrokerError } from "../model-broker-error.ts";
import { openBrokerDirectory } from "../run/broker-directory.ts";
import type { BrokerAddress } from "./broker-address.ts";
import { connectBroker, type BrokerClient } from "./connect-broker.ts";

/** One that somebody else keeps on another machine. */
export interface RemoteBroker {
  readonly address: BrokerAddress;
}

export interface StartBrokerOptions {
  /** Absolute; private; the same for everybody who shares the broker. */
  readonly directory: string;
  /**
   * What serves a broker in the directory that is appended: a program that calls `serveBroker`. Left out: somebody else
   * keeps one there.
   */
  readonly command?: readonly [string, ...string[]] | undefined;
  /** Of that program, which holds no key. Default: empty. */
  readonly environment?: Readonly<Record<string, string>>;
}

const logName = "broker.log";
const betweenMs = 50;
const betweenOverNetworkMs = 500;
const longestMs = 60_000;
// For another one: started at the same moment, and ours has ended, or begun anew by who keeps it.
const forAnotherMs = 5000;

/**
 * Reaches the broker of another machine; finds that of a directory, or starts one in a process and a session of its own: it outlives whoever started it,
 * and ends by itself when nobody needs it any more. What it says is in `broker.log` beside its socket.
 *
 * @throws ModelBrokerError BROKER_FAILED, DIRECTORY_NOT_PRIVATE, SOCKET_PATH_TOO_LONG.
 */
export async function startBroker(options: StartBrokerOptions | RemoteBroker): Promise<BrokerClient> {
  if ("address" in options) return reached(options.address);
  const { directory, command, environment = {} } = options;
  const broker = connectBroker(openBrokerDirectory(directory).control);
  if (await answers(broker)) return broker;
  if (command === undefined) return found(broker, directory);
  const [program, ...args] = command;
  const log = openSync(join(directory, logName), "a", 0o600);
  const child = spawn(program, [...args, directory], {
    cwd: "/",
    detached: true,
    env: { ...environment },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  let until = performance.now() + longestMs;
  const ended = () => (until = Math.min(until, performance.now() + forAnotherMs));
  child.once("error", ended).once("exit", ended);
  if (await comesToAnswer(broker, () => until)) return broker;
  const said = (readText(join(directory, logName), { maxBytes: 1 << 30 }) ?? "").slice(-1000);
  throw new ModelBrokerError("BROKER_FAILED", `the broker does not start: ${said.trim() || program}`, {
    remedy: `See ${join(directory, logName)}.`,
  });
}

/** One that is begun anew there takes its time: its place, its image, its volume. */
async function reached(address: BrokerAddress): Promise<BrokerClient> {
  const broker = connectBroker(address);
  const until = performance.now() + longestMs;
  for (;;) {
    try {
      await broker.status();
      return broker;
    } catch (error) {
      if (performance.now() > until) throw error;
      await delay(betweenOverNetworkMs);
    }
  }
}

async function found(broker: BrokerClient, directory: string): Promise<BrokerClient> {
  const until = performance.now() + forAnotherMs;
  if (await comesToAnswer(broker, () => until)) return broker;
  throw new ModelBrokerError("BROKER_FAILED", `no broker answers in ${directory}`, {
    remedy: `Start the one that is to be there: retinue-watch broker ${directory} --stay.`,
  });
}

async function comesToAnswer(broker: BrokerClient, until: () => number): Promise<boolean> {
  while (performance.now() < until()) {
    await delay(betweenMs);
    if (await answers(broker)) return true;
  }
  return false;
}

async function answers(broker: BrokerClient): Promise<boolean> {
  try {
    await broker.status();
    return true;
  } catch {
    return false;
  }
}
