import { CoordinationV1Api, V1MicroTime, type Configuration, type V1Lease } from "@kubernetes/client-node";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { isConflict, isNotFound, refusal } from "./api-failure.ts";
type LeaseConfig = NonNullable<NonNullable<WatcherConfig["kubernetes"]>["lease"]>;

/** Says in a Lease which spool it is of. */
export const launcherAnnotation = "io.retinue.launcher";

/** One Lease by its name. A `LaunchWatcherError` is what the API server refuses for good. */
export interface LeaseClient {
  readonly namespace: string;
  readonly config: LeaseConfig;
  /** Throws ENGINE_FAILED where there is none, or the right to it is missing. */
  read(): Promise<V1Lease>;
  /** Of those that the watch is made of. */
  list(): ReturnType<CoordinationV1Api["listNamespacedLease"]>;
  readonly fieldSelector: string;
  /** Writes it over the version that `lease` was read as; undefined where that is not the last one. */
  replace(lease: V1Lease, spec: Partial<V1Lease["spec"]>, launcher?: string): Promise<V1Lease | undefined>;
}

export function leaseClient(
  configuration: Configuration,
  namespace: string,
  config: LeaseConfig,
): LeaseClient {
  const api = new CoordinationV1Api(configuration);
  const { name } = config;
  const failed = (error: unknown): never => {
    const refused = refusal(error);
    throw refused === undefined ? error : leaseRefused(namespace, name, error, refused.message);
  };
  const fieldSelector = `metadata.name=${name}`;
  return {
    namespace,
    config,
    fieldSelector,
    read: () => api.readNamespacedLease({ namespace, name }).catch(failed),
    list: () => api.listNamespacedLease({ namespace, fieldSelector }),
    async replace(lease, spec, launcher) {
      const annotations = {
        ...lease.metadata?.annotations,
        ...(launcher && { [launcherAnnotation]: launcher }),
      };
      const body: V1Lease = {
        apiVersion: "coordination.k8s.io/v1",
        kind: "Lease",
        metadata: { ...lease.metadata, annotations },
        spec: { ...lease.spec, ...spec, renewTime: new V1MicroTime() },
      };
      try {
        return await api.replaceNamespacedLease({ namespace, name, body });
      } catch (error) {
        return isConflict(error) ? undefined : failed(error);
      }
    },
  };
}

function leaseRefused(namespace: string, name: string, error: unknown, said: string): LaunchWatcherError {
  const message = `the Lease ${name} of ${namespace} cannot be had: ${said}`;
  const remedy = isNotFound(error)
    ? "Make it: docker/kubernetes/lease.yaml, with the name that kubernetes.lease has."
    : "Give the watcher's service account get, list, watch and update of it; retinue-watch doctor names what is missing.";
  return new LaunchWatcherError("ENGINE_FAILED", message, { remedy, details: { lease: name } });
}
