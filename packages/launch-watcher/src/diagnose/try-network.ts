import { lookup } from "node:dns/promises";
import { z } from "zod";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { reachesNobody, type Protection } from "../contain/protection.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { ClusterConfig } from "../kubernetes/cluster-client.ts";
import { runTrial } from "./try-run.ts";

/** What is tried to be reached. */
interface Target {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** Whether it is to be reached. */
  readonly wanted?: boolean;
}

const patienceMs = 3000;
// A network plugin hears of a pod a moment after that began: what is otherwise than it is to be is tried again.
const tries = 5;
// Where many clouds have it, with the node's own credentials.
const metadata: Target = { name: "the metadata address", host: "169.254.169.254", port: 80 };

// What the last connection to each target came to.
const probe = `
  const { connect } = require("node:net");
  const once = ({ host, port }) => new Promise((resolve) => {
    const socket = connect({ host, port }, () => resolve(true));
    socket.on("error", () => resolve(false));
    setTimeout(() => resolve(false), ${patienceMs});
  });
  const last = async (target) => {
    const { name, wanted = false } = target;
    let reached = await once(target);
    for (let left = ${tries}; left > 0 && reached !== wanted; left -= 1) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      reached = await once(target);
    }
    return [name, reached];
  };
  Promise.all(JSON.parse(process.argv[1]).map(last)).then((all) => {
    console.log(JSON.stringify(all));
    process.exit(0);
  });
`;
const outcome = z.array(z.tuple([z.string(), z.boolean()]));

const withBroker = "a run with models reaches the broker";
const remedy =
  "Use a network plugin that enforces NetworkPolicy, and apply the policies of docker/kubernetes: without it a run reaches what its node does.";

/**
 * Whom runs really reach, by one that tries: nobody says whether a cluster's network enforces its policies. Nothing on
 * an engine whose runs have no network.
 */
export async function tryNetwork(config: WatcherConfig): Promise<Protection[]> {
  if (config.kubernetes === undefined) return [];
  try {
    const apiServer = await apiTarget(config.kubernetes);
    const others = await brokerTargets(config);
    const alone = await reachedBy(config, "nobody", [apiServer, metadata, ...others]);
    const found = [nothingOf(reachesNobody, alone)];
    if (others.length === 0) return found;
    const [models, control] = others;
    const asked = others.map((each) => ({ ...each, wanted: each === models }));
    const all = await reachedBy(config, "broker", [apiServer, metadata, ...asked]);
    const isThere = all.get(models?.name ?? "") === true;
    all.delete(models?.name ?? "");
    return [
      ...found,
      {
        name: withBroker,
        ok: isThere,
        required: true,
        found: `${models?.host}:${models?.port}`,
        remedy: `See that the broker is at work, and that the policies let pods with io.retinue.reaches=broker have its port; ${control?.port} is not theirs.`,
      },
      nothingOf("a run with models reaches nothing else", all),
    ];
  } catch (error) {
    if (!(error instanceof LaunchWatcherError)) throw error;
    const found = `not tried: ${error.message}`;
    // Of what was not tried nobody knows that it is missing.
    return [{ name: reachesNobody, ok: false, required: false, found, remedy: error.remedy }];
  }
}

function nothingOf(name: string, tried: ReadonlyMap<string, boolean>): Protection {
  const reached = [...tried].filter(([, is]) => is).map(([each]) => each);
  const found =
    reached.length === 0 ? `tried: ${[...tried.keys()].join(", ")}` : `it reached ${reached.join(", ")}`;
  return { name, ok: reached.length === 0, required: true, found, remedy };
}

/** As the watcher reaches it: a run is told of no address of it, and has no resolver. */
async function apiTarget(config: ClusterConfig): Promise<Target> {
  const { apiServerOf } = await import("../kubernetes/cluster-client.ts");
  const { hostname, port } = apiServerOf(config);
  return { name: "the API server", host: await addressOf(hostname, "the cluster's server"), port };
}

async function brokerTargets({ broker }: WatcherConfig): Promise<Target[]> {
  if (broker?.network === undefined) return [];
  const { host: name, port, control_port } = broker.network;
  const host = await addressOf(name, "broker.network.host");
  return [
    { name: "the broker's port for runs", host, port },
    { name: "the broker's control port", host, port: control_port },
  ];
}

async function addressOf(name: string, what: string): Promise<string> {
  try {
    return (await lookup(name)).address;
  } catch (cause) {
    const message = `${what}, ${name}, is not found: ${(cause as Error).message}`;
    throw new LaunchWatcherError("ENGINE_FAILED", message, {
      remedy: `See that ${what} is a name that the watcher can resolve.`,
      cause,
    });
  }
}

async function reachedBy(
  config: WatcherConfig,
  reaches: "nobody" | "broker",
  targets: readonly Target[],
): Promise<Map<string, boolean>> {
  const { stdout } = await runTrial(config, {
    command: ["node", "-e", probe, JSON.stringify(targets)],
    reaches,
  });
  const said = outcome.safeParse(parsed(stdout));
  if (said.success) return new Map(said.data);
  throw new LaunchWatcherError(
    "ENGINE_FAILED",
    `the run that tried it said: ${stdout.slice(-300) || "nothing"}`,
    {
      remedy: "See that the image has node, and that it begins there.",
    },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
