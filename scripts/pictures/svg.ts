import type { Frame, Line, Span } from "./frames.ts";
import type { Size } from "./record.ts";

/** Pixels of a cell, of the edge around the terminal's text, and how far a letter's foot is from the cell's top. */
const cell = { width: 8, height: 18 };
const edge = 16;
const foot = 13;

/** The sixteen colours, on a dark ground and on a light one: each is legible on its ground (4.5 to 1 and better). */
const dark = ["#8b949e", "#ff7b72", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#d0d7de"];
const light = ["#57606a", "#b3141f", "#116329", "#7d4e00", "#0550ae", "#6639ba", "#1b6674", "#424a53"];
const grounds = { dark: { paper: "#0d1117", ink: "#e6edf3" }, light: { paper: "#f6f8fa", ink: "#1f2328" } };

export interface SvgOptions extends Size {
  /** What it shows, for those who do not see it. */
  readonly title: string;
  /** How long the last frame stands before it begins anew. */
  readonly restMs: number;
}

/**
 * Frames as one picture that moves: all of them in a column, which is shifted behind a window. In the colours that its
 * reader prefers; where less motion is preferred it is the last frame, which stands still.
 */
export function svgOf(frames: readonly Frame[], { columns, rows, title, restMs }: SvgOptions): string {
  const width = columns * cell.width + 2 * edge;
  const height = rows * cell.height + 2 * edge;
  const seconds = ((frames.at(-1)?.atMs ?? 0) + restMs) / 1000;
  const shift = (index: number) => `transform: translateY(${-index * height}px)`;
  const moments = frames.map(
    ({ atMs }, index) =>
      `${index === 0 ? 0 : ((atMs / seconds / 1000) * 100).toFixed(2)}% { ${shift(index)} }`,
  );
  const last = shift(frames.length - 1);
  const pictures = frames.map(
    ({ lines }, index) => `<g transform="translate(${edge} ${edge + index * height})">${linesOf(lines)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(title)}</title>
<style>
${paint("light", light)}
@media (prefers-color-scheme: dark) { ${paint("dark", dark)} }
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--ink); white-space: pre }
.b { font-weight: 600 } .d { opacity: 0.75 }
.film { animation: film ${seconds.toFixed(2)}s step-end infinite }
@keyframes film { ${moments.join(" ")} 100% { ${last} } }
@media (prefers-reduced-motion: reduce) { .film { animation: none; ${last} } }
</style>
<rect width="${width}" height="${height}" rx="8" fill="var(--paper)"/>
<svg width="${width}" height="${height}"><g class="film">
${pictures.join("\n")}
</g></svg>
</svg>
`;
}

function paint(name: keyof typeof grounds, colors: readonly string[]): string {
  const { paper, ink } = grounds[name];
  const variables = colors.map((color, index) => `--c${index}: ${color};`).join(" ");
  return `:root { --paper: ${paper}; --ink: ${ink}; ${variables} }`;
}

function linesOf(lines: readonly Line[]): string {
  return lines.flatMap((spans, row) => spans.map((span) => textOf(span, row))).join("");
}

/** Each stands in its own cells, whatever the reader's font is wide. */
function textOf({ column, width, text, color, bold, dim }: Span, row: number): string {
  const before = text.length - text.trimStart().length;
  const shown = text.trim();
  const cells = width - before - (text.length - text.trimEnd().length);
  const names = [...(bold ? ["b"] : []), ...(dim ? ["d"] : [])].join(" ");
  const marks = `${names === "" ? "" : ` class="${names}"`}${fillOf(color)}`;
  const place = `x="${(column + before) * cell.width}" y="${row * cell.height + foot}"`;
  return `<text ${place} textLength="${cells * cell.width}" lengthAdjust="spacingAndGlyphs"${marks}>${escaped(shown)}</text>`;
}

function fillOf(color: Span["color"]): string {
  if (color === undefined) return "";
  // As `style`: an attribute takes no variable in every browser. Beyond the sixteen the number alone says nothing.
  if (typeof color === "string") return ` style="fill:${color}"`;
  return color < 16 ? ` style="fill:var(--c${color % 8})"` : "";
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
