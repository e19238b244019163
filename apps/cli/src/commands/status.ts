import { recover } from "@retinue/recovery";
import type { SimplifiedStatus } from "@retinue/status-model";
import { printableLine } from "@retinue/contained-fs";
import { jsonText } from "../print/json-text.ts";
import { awaitChanges } from "../watch/await-changes.ts";
import { readRunView } from "../watch/run-view.ts";
import { viewLine } from "../watch/view-line.ts";
import { watchedDirectories } from "../watch/watched-directories.ts";

export interface StatusOptions {
  /** Goes on until the run has ended. */
  readonly watch?: boolean | undefined;
  /** One JSON object a line, the simplified status. */
  readonly json?: boolean | undefined;
}

/**
 * `retinue status <dir>`: where a run stands. A view is printed when it differs from the last one in
 * more than the time that has passed.
 */
export async function status(
  directory: string,
  { watch = false, json = false }: StatusOptions,
): Promise<void> {
  const found = await recover(directory);
  // Before the first look, so that nothing that comes after it is missed.
  const changes = watch ? awaitChanges(() => watchedDirectories(found)) : undefined;
  let printed: string | undefined;
  try {
    for (;;) {
      const { view, ended, remark } = await readRunView(directory, found);
      const essence = withoutTime(view);
      if (essence !== printed)
        process.stdout.write(json ? jsonText(view) : `${printableLine(viewLine(view))}\n`);
      if (essence !== printed && remark !== undefined)
        process.stderr.write(`retinue: ${printableLine(remark)}\n`);
      printed = essence;
      if (changes === undefined || ended) return;
      await changes.next();
    }
  } finally {
    changes?.end();
  }
}

function withoutTime(view: SimplifiedStatus): string {
  return JSON.stringify({ ...view, elapsed_seconds: undefined });
}
