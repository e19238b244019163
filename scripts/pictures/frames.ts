import xterm, { type IBuffer, type IBufferCell } from "@xterm/headless";
import type { Chunk, Size } from "./record.ts";

/** Neighbouring cells that look alike. */
export interface Span {
  /** Of the first cell, from 0. */
  readonly column: number;
  /** How many cells it takes: a wide character takes two. */
  readonly width: number;
  readonly text: string;
  /** Number in the palette of 256, or 0xRRGGBB as "#rrggbb"; undefined: the terminal's own. */
  readonly color: number | string | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
}

export type Line = readonly Span[];

/** The terminal's picture from one moment on. */
export interface Frame {
  readonly atMs: number;
  readonly lines: readonly Line[];
}

/**
 * What a terminal of this size showed, by a real terminal's rules: a frame for each time that its picture changed, and at
 * most one in `everyMs`. The last is always the last picture.
 */
export async function framesOf(
  chunks: readonly Chunk[],
  { columns, rows, everyMs }: Size & { readonly everyMs: number },
): Promise<readonly Frame[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const frames: Frame[] = [];
  for (const [index, { atMs, data }] of chunks.entries()) {
    await new Promise<void>((resolve) => terminal.write(data, resolve));
    const next = chunks[index + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    // A program writes one picture in several pieces: it counts once it has stood for a while.
    if (next - atMs < Math.min(30, everyMs)) continue;
    const last = frames.at(-1);
    const lines = linesOf(terminal.buffer.active, rows);
    if (JSON.stringify(lines) === JSON.stringify(last?.lines)) continue;
    if (last !== undefined && atMs - last.atMs < everyMs) frames.pop();
    frames.push({ atMs: last !== undefined && atMs - last.atMs < everyMs ? last.atMs : atMs, lines });
  }
  terminal.dispose();
  return frames;
}

function linesOf(buffer: IBuffer, rows: number): Line[] {
  const cell = buffer.getNullCell();
  return Array.from({ length: rows }, (_, row) => {
    const line = buffer.getLine(buffer.viewportY + row);
    const spans: Span[] = [];
    const length = line?.length ?? 0;
    for (let column = 0; column < length; column++) {
      line?.getCell(column, cell);
      // The second half of a wide character.
      if (cell.getWidth() > 0) join(spans, spanOf(cell, column));
    }
    return spans.filter(({ text }) => text.trim() !== "");
  });
}

function spanOf(cell: IBufferCell, column: number): Span {
  return {
    column,
    width: cell.getWidth(),
    text: cell.getChars() || " ",
    color: colorOf(cell),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
  };
}

function colorOf(cell: IBufferCell): Span["color"] {
  if (cell.isFgDefault()) return undefined;
  const color = cell.getFgColor();
  return cell.isFgRGB() ? `#${color.toString(16).padStart(6, "0")}` : color;
}

/** Adds it, to the one before where they look alike. */
function join(spans: Span[], span: Span): void {
  const last = spans.at(-1);
  const alike =
    last !== undefined &&
    last.column + last.width === span.column &&
    last.color === span.color &&
    last.bold === span.bold &&
    last.dim === span.dim;
  if (!alike) spans.push(span);
  else spans.splice(-1, 1, { ...last, width: last.width + span.width, text: last.text + span.text });
}
