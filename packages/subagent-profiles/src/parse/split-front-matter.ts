/** The two parts of a SUBAGENT.md. */
export interface FrontMatterParts {
  readonly yaml: string;
  readonly body: string;
}

/** The YAML between `---` on the first line and the next `---`, and the text below; undefined without. */
export function splitFrontMatter(text: string): FrontMatterParts | undefined {
  // Editors on Windows write a byte order mark and CRLF.
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines.indexOf("---", 1);
  if (lines[0] !== "---" || end === -1) return undefined;
  return {
    yaml: lines.slice(1, end).join("\n"),
    body: lines
      .slice(end + 1)
      .join("\n")
      .trim(),
  };
}
