import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type ModelBrokerErrorCode =
  /** A route, a limit or an argument is not what its schema says. */
  | "INVALID_INPUT"
  /** The variable that a route names holds no key. */
  | "NO_KEY"
  /** A cost is to be held with a model whose price nobody knows. */
  | "COST_WITHOUT_PRICE"
  /** What was spent cannot be read: nobody may spend more. */
  | "LEDGER_DAMAGED"
  /** Others than the broker's user own its directory, or may look into it. */
  | "DIRECTORY_NOT_PRIVATE"
  /** The system takes no socket with so long a path. */
  | "SOCKET_PATH_TOO_LONG"
  /** Nobody opened this run, or it is closed. */
  | "UNKNOWN_RUN"
  /** The run is open for other routes or another parent. */
  | "RUN_OPEN"
  /** Somebody else listens at the port of a run. */
  | "PORT_TAKEN"
  /** Another broker works on this directory. */
  | "BROKER_RUNNING"
  /** The broker could not be started, or did not answer. */
  | "BROKER_FAILED";

/** What this package throws, with what to do about it. */
export class ModelBrokerError extends RetinueError<ModelBrokerErrorCode> {
  override readonly name = "ModelBrokerError";
}
