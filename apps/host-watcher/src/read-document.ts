import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { HostWatcherError } from "./host-watcher-error.ts";

/** Reads a YAML or JSON file of the operator. @throws HostWatcherError UNREADABLE_FILE. */
export function readDocument(path: string): unknown {
  try {
    return parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new HostWatcherError("UNREADABLE_FILE", `cannot read ${path}: ${(cause as Error).message}`, {
      remedy: "Name a YAML or JSON file that can be read.",
      cause,
    });
  }
}
