import { recover } from "@retinue/recovery";
import type { SimplifiedStatus } from "@retinue/status-model";
import { printableLine } from "@retinue/contained-fs";
import { isDrawable } from "../live/is-drawable.ts";
import { jsonText } from "../print/json-text.ts";
import { awaitChanges } from "../watch/await-changes.ts";
import { readRunView } from "../watch/run-view.ts";
import { viewLine } from "../watch/view-line.ts";
import { watchedDirectories } from "../watch/watched-directories.ts";
import { watchedTeam } from "./watched-team.ts";

export interface StatusOptions {
  /** Goes on until the run has ended. */
  readonly watch?: boolean | undefined;
  /** One JSON object a line, the simplified status. */
  readonly json?: boolean | undefined;
}

/**
 * `retinue status <dir>`: where a run stands. A view is printed when it differs from the last one in
 * more than the time that has passed; with `watch` on a terminal it is drawn as `retinue run` draws.
 */
export async function status(
  directory: string,
  { watch = false, json = false }: StatusOptions,
): Promise<void> {
  const found = await recover(directory);
  // Before the first look, so that nothing that comes after it is missed.
  const changes = watch ? awaitChanges(() => watchedDirectories(found)) : undefined;
  const draws = watch && !json && isDrawable(process.stdout);
  using live = draws ? (await import("../live/live-view.ts")).liveView(process.stdout) : undefined;
  const say = live?.say ?? ((line: string) => void process.stderr.write(`${printableLine(line)}\n`));
  let printed: string | undefined;
  try {
    for (;;) {
      const { view, ended, remark } = await readRunView(directory, found);
      const essence = withoutTime(view);
      if (live !== undefined) live.show(await watchedTeam(view, found));
      else if (essence !== printed)
        process.stdout.write(json ? jsonText(view) : `${printableLine(viewLine(view))}\n`);
      if (essence !== printed && remark !== undefined) say(`retinue: ${remark}`);
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
