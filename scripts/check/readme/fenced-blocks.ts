/** A fenced block of a Markdown text, with the example marker that stands right above it. */
export interface FencedBlock {
  readonly language: string;
  readonly text: string;
  readonly line: number;
  /** `path` or `path#region`, from `<!-- example: path#region -->`. */
  readonly example?: string;
}

const marker = /^<!-- example: (\S+) -->$/;

/** The fenced blocks of a Markdown text, in order. Blank lines between marker and fence are allowed. */
export function fencedBlocks(markdown: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let example: string | undefined;
  let open: { language: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of markdown.split("\n").entries()) {
    if (open !== undefined) {
      if (line.trim() !== "```") {
        open.lines.push(line);
        continue;
      }
      const { language, line: start, lines } = open;
      const block = { language, line: start, text: lines.join("\n") };
      blocks.push(example === undefined ? block : { ...block, example });
      [open, example] = [undefined, undefined];
    } else if (line.startsWith("```")) {
      open = { language: line.slice(3).trim(), line: index + 1, lines: [] };
    } else if (line.trim() !== "") {
      example = marker.exec(line.trim())?.[1];
    }
  }
  return blocks;
}
