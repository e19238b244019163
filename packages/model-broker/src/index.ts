export { apiNamesOf } from "./configure/api-names-of.ts";
export { type Limits, limitsSchema } from "./configure/limits.ts";
export type { OpenRunInput } from "./configure/open-run.ts";
export { routeSchema, routesSchema, type ApiName, type Route, type Routes } from "./configure/route.ts";
export { keysOf } from "./configure/keys-of.ts";
export { ModelBrokerError, type ModelBrokerErrorCode } from "./model-broker-error.ts";
export { tallySchema, type Tally } from "./ledger/tally.ts";
export { brokerName, type BrokerAddress } from "./control/broker-address.ts";
export { connectBroker, type BrokerClient } from "./control/connect-broker.ts";
export { startBroker, type StartBrokerOptions } from "./control/start-broker.ts";
export { bridged, bridgeFile, keptByTheHost, type NetworkModels } from "./bridge/bridge-command.ts";
export {
  asksModels,
  backendInWords,
  backendKind,
  modelAtServer,
  modelBackends,
  type BackendKind,
} from "./configure/backend-kind.ts";
export { lastCalls } from "./run/last-calls.ts";
export { socketName } from "./run/broker-directory.ts";
export { brokerEnvironment } from "./own/broker-environment.ts";
export { networkModels, newToken, sha256Of, type RemoteRuns } from "./own/remote-runs.ts";
export { checkRoutes, type RouteCheck } from "./own/check-routes.ts";
export { ModelRuns, type ModelRunsLog } from "./own/model-runs.ts";
export type { Access } from "./configure/access.ts";
