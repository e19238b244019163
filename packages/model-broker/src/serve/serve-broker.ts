import { tryLock } from "@retinue/contained-fs";
import { z } from "zod";
import { parseOrThrow } from "@retinue/errors";
import { invalidInput } from "../configure/open-run.ts";
import { serveControl } from "../control/serve-control.ts";
import { Deadline } from "../front/deadline.ts";
import { ModelBrokerError } from "../model-broker-error.ts";
import type { Network } from "../network/network.ts";
import { serveNetwork, type ServedNetwork } from "../network/serve-network.ts";
import { Broker, type BrokerOptions } from "../run/broker.ts";
import { openBrokerDirectory } from "../run/broker-directory.ts";

const optionsSchema = z.object({
  directory: z.string().startsWith("/", "is no absolute path"),
  idleSeconds: z.number().positive().or(z.literal("never")).default(60),
});

export interface ServeOptions extends BrokerOptions {
  /** Absolute; private; found again by everybody who works with this broker. */
  readonly directory: string;
  /** Where it is asked from other machines as well. */
  readonly network?: Network | undefined;
  /** Seconds without an open run or a word from an owner until it ends by itself; `never`: it is stopped. Default 60. */
  readonly idleSeconds?: number | "never";
}

/** A broker at work. */
export interface ServedBroker extends AsyncDisposable {
  readonly control: string;
  /** Its ports, where it has some. */
  readonly network: Pick<ServedNetwork, "port" | "controlPort"> | undefined;
  /** Resolves once it has ended, by itself or by `stop`. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Serves one directory's runs in this process. The lock dies with the process, however that ends; what was spent is
 * on disk, and owners open their runs again at the next broker.
 *
 * @throws ModelBrokerError INVALID_INPUT, BROKER_RUNNING, DIRECTORY_NOT_PRIVATE, SOCKET_PATH_TOO_LONG.
 */
export async function serveBroker(options: ServeOptions): Promise<ServedBroker> {
  const { directory: path, idleSeconds } = parseOrThrow(optionsSchema, options, invalidInput);
  const directory = openBrokerDirectory(path);
  const lock = tryLock(directory.lock);
  if (lock === undefined)
    throw new ModelBrokerError("BROKER_RUNNING", `another broker works on ${path}`, {
      remedy: "Speak to that one, by its control socket.",
    });
  const held = lock;
  const broker = new Broker(directory, options);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let stopping: Promise<void> | undefined;
  let idle: Deadline | undefined;
  const stop = () => (stopping ??= end());
  const wait = () => {
    if (idleSeconds === "never") return;
    idle = new Deadline(idleSeconds * 1000, () => {
      if (broker.runs.length > 0) wait();
      else void stop();
    });
  };
  const heard = () => idle?.heard();
  const { control, network } = await serveOwners().catch((error: unknown) => {
    held.release();
    throw error;
  });
  wait();

  async function serveOwners() {
    const { bounds } = options;
    const served =
      options.network && (await serveNetwork(options.network, broker, directory, { bounds, heard }));
    return { control: await serveControl(directory.control, broker, heard), network: served };
  }

  async function end(): Promise<void> {
    idle?.clear();
    control.close();
    await network?.end();
    await broker.stop();
    held.release();
    resolve();
  }
  return { control: directory.control, network, ended, stop, [Symbol.asyncDispose]: stop };
}
