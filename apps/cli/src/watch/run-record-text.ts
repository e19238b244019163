import { readFileWithin, withRoot } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";

const maxBytes = 16 * 1024 * 1024;

/** The text of run.json in a log directory; undefined when there is none. */
export function readRunRecordText(logPath: string): string | undefined {
  try {
    return withRoot(logPath, (root) =>
      readFileWithin(root, logLayout.runRecord, { maxBytes }).bytes.toString("utf8"),
    );
  } catch (error) {
    if ((error as { code?: string }).code === "NOT_FOUND") return undefined;
    throw error;
  }
}
