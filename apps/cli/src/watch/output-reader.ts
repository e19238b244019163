import { ContainedFsError, printable, readFileWithin, withRoot } from "@retinue/contained-fs";

const defaultMaxBytes = 8 * 1024 * 1024;

/**
 * A function that writes what has come to a file since its last call, or since ever, as a terminal shows it and does not
 * obey it.
 *
 * @param path Relative to the root.
 * @param maxBytes What is shown of a longer file: its end. Default 8 MiB.
 */
export function outputReader(
  rootPath: string,
  path: string,
  to: { write(text: string): unknown },
  maxBytes = defaultMaxBytes,
): () => void {
  const decoder = new TextDecoder();
  let shown = 0;
  return () => {
    const content = contentOf(rootPath, path, maxBytes);
    if (content === undefined || content.size <= shown) return;
    const { bytes, size } = content;
    const start = size - bytes.length;
    if (start > shown) to.write(`[${start - shown} bytes are left out]\n`);
    to.write(printable(decoder.decode(bytes.subarray(Math.max(0, shown - start)), { stream: true })));
    shown = size;
  };
}

function contentOf(rootPath: string, path: string, maxBytes: number) {
  try {
    return withRoot(rootPath, (root) => readFileWithin(root, path, { maxBytes, whenLarger: "tail" }));
  } catch (error) {
    // It is not there yet, or the run was launched elsewhere.
    if (error instanceof ContainedFsError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}
