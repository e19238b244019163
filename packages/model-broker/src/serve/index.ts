export type { Network } from "../network/network.ts";
export { serveBroker, type ServedBroker, type ServeOptions } from "./serve-broker.ts";
