import { ModelBrokerError } from "@retinue/model-broker";
import { LaunchWatcherError } from "../launch-watcher-error.ts";

/** What a broker refused, or failed at, in this package's words. */
export function modelsFailed(error: unknown): LaunchWatcherError {
  if ((error as NodeJS.ErrnoException).syscall === "getaddrinfo")
    return new LaunchWatcherError("MODELS_FAILED", `the broker is not found: ${(error as Error).message}`, {
      remedy: "See that broker.network.host is a name that the watcher can resolve.",
      cause: error,
    });
  if (!(error instanceof ModelBrokerError)) throw error;
  const { message, remedy } = error;
  return new LaunchWatcherError("MODELS_FAILED", `the models of this run: ${message}.`, {
    remedy,
    cause: error,
  });
}
