import type { RowsNews } from "@retinue/run-page";
import type { RunSource } from "../find/run-source.ts";
import type { EventSink } from "./event-stream.ts";

/** Tells of the list: all of it, and then of it what changed. */
export async function sendRows(source: RunSource, sink: EventSink): Promise<void> {
  const { of, readOnly } = source;
  let told = new Map<string, string>();
  let last = "";
  for await (const { runs, problems } of source.listings(sink.signal)) {
    const rows = new Map(runs.map(({ row }) => [row.key, row]));
    const texts = new Map([...rows].map(([key, row]) => [key, JSON.stringify(row)]));
    const changed = [...rows].filter(([key]) => texts.get(key) !== told.get(key)).map(([, row]) => row);
    const order = [...rows.keys()];
    const frame = JSON.stringify([order, problems]);
    if (changed.length > 0 || frame !== last)
      await sink.send("rows", { of, readOnly, rows: changed, order, problems } satisfies RowsNews);
    told = texts;
    last = frame;
    await sink.rest();
  }
}
