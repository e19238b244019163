import { RetinueError } from "@retinue/errors";

/** What retinue-child refuses by itself: input that it cannot read. */
export class ChildError extends RetinueError<"UNREADABLE_FILE" | "INVALID_YAML"> {
  override readonly name = "ChildError";
}
