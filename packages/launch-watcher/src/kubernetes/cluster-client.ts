import {
  Attach,
  AuthorizationV1Api,
  BatchV1Api,
  CoreV1Api,
  createConfiguration,
  HttpMethod,
  KubeConfig,
  ServerConfiguration,
  Watch,
  type RequestContext,
} from "@kubernetes/client-node";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { leaseClient, type LeaseClient } from "./lease-client.ts";
import { requestRate } from "./request-rate.ts";

const leaseCallMilliseconds = 5000;

const same = async <T>(response: T) => response;

export type ClusterConfig = NonNullable<WatcherConfig["kubernetes"]>;

/** A client of one namespace, whose calls are paced, and end: in their time, or when it is disposed of. */
export interface ClusterClient extends Disposable {
  readonly config: ClusterConfig;
  readonly namespace: string;
  /** How long a call may take. */
  readonly callSeconds: number;
  readonly batch: BatchV1Api;
  readonly core: CoreV1Api;
  readonly access: AuthorizationV1Api;
  /** The one that `lease` names; undefined where the spool's lock alone says who works on it. Not paced, and not ended: a watcher has it until it lets go of it. */
  readonly leases: LeaseClient | undefined;
  /** What is asked before each call that changes something. */
  confirm: () => void;
  /** Neither is paced by itself: wait for `turn` before each. */
  readonly attach: Attach;
  readonly watch: Watch;
  turn(): Promise<void>;
  /** Aborted when it is disposed of. */
  readonly ended: AbortSignal;
}

/** @throws LaunchWatcherError INVALID_CONFIGURATION where there is no way to a cluster. */
export function clusterClient(config: ClusterConfig, callSeconds: number): ClusterClient {
  const kubeconfig = load(config);
  const ending = new AbortController();
  const rate = requestRate(config.requests_per_second);
  const over = () => new Error("the watcher has ended");
  const turn = async () => {
    if (!ending.signal.aborted) await rate(ending.signal).catch(() => {});
    if (ending.signal.aborted) throw over();
  };
  const paced = {
    async pre(context: RequestContext) {
      await turn();
      if (context.getHttpMethod() !== HttpMethod.GET) client.confirm();
      context.setSignal(AbortSignal.any([ending.signal, AbortSignal.timeout(callSeconds * 1000)]));
      return context;
    },
    post: same,
  };
  const lease = {
    async pre(context: RequestContext) {
      context.setSignal(AbortSignal.timeout(leaseCallMilliseconds));
      return context;
    },
    post: same,
  };
  const configured = (middleware: typeof lease) =>
    createConfiguration({
      baseServer: new ServerConfiguration(kubeconfig.getCurrentCluster()?.server ?? "", {}),
      authMethods: { default: kubeconfig },
      promiseMiddleware: [middleware],
    });
  const configuration = configured(paced);
  const client: ClusterClient = {
    config,
    namespace: config.namespace,
    callSeconds,
    batch: new BatchV1Api(configuration),
    core: new CoreV1Api(configuration),
    access: new AuthorizationV1Api(configuration),
    leases: config.lease && leaseClient(configured(lease), config.namespace, config.lease),
    confirm: () => {},
    attach: new Attach(kubeconfig),
    watch: new Watch(kubeconfig),
    turn,
    ended: ending.signal,
    [Symbol.dispose]: () => ending.abort(over()),
  };
  return client;
}

/** Where the API server is asked. @throws LaunchWatcherError INVALID_CONFIGURATION where there is no way to a cluster. */
export function apiServerOf(config: ClusterConfig): { readonly hostname: string; readonly port: number } {
  const { hostname, port } = new URL(load(config).getCurrentCluster()?.server ?? "");
  // An address of version 6 stands in brackets there.
  return { hostname: hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(port || 443) };
}

function load({ kubeconfig: path }: ClusterConfig): KubeConfig {
  const loaded = new KubeConfig();
  try {
    if (path === undefined) loaded.loadFromCluster();
    else loaded.loadFromFile(path);
    if (loaded.getCurrentCluster() === null) throw new Error("it names no current cluster");
    return loaded;
  } catch (cause) {
    const what = path ?? "the service account of this pod";
    const message = `no cluster is reached by ${what}: ${(cause as Error).message}`;
    const remedy = "Name a kubeconfig in kubernetes.kubeconfig, or run the watcher in the cluster.";
    throw new LaunchWatcherError("INVALID_CONFIGURATION", message, { remedy, cause });
  }
}
