import { keysOf } from "@retinue/model-broker";
import { modelsFailed } from "./models-failed.ts";

/** The keys of routes, by the route's name. @throws LaunchWatcherError MODELS_FAILED, naming the variable that is missing. */
export function keysOrThrow(...[routes, environment]: Parameters<typeof keysOf>): Record<string, string> {
  try {
    return keysOf(routes, environment);
  } catch (error) {
    throw modelsFailed(error);
  }
}
