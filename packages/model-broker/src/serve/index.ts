export { serveBroker, type ServedBroker, type ServeOptions } from "./serve-broker.ts";
