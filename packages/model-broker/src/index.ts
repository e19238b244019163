export { apiNamesOf } from "./configure/api-names-of.ts";
export { type Limits, limitsSchema } from "./configure/limits.ts";
export type { OpenRunInput } from "./configure/open-run.ts";
export { routeSchema, routesSchema, type ApiName, type Route, type Routes } from "./configure/route.ts";
export { keysOf } from "./configure/keys-of.ts";
export { ModelBrokerError, type ModelBrokerErrorCode } from "./model-broker-error.ts";
export { tallySchema, type Tally } from "./ledger/tally.ts";
export { connectBroker, type BrokerClient } from "./control/connect-broker.ts";
export { startBroker, type StartBrokerOptions } from "./control/start-broker.ts";
