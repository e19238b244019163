import { createHash } from "node:crypto";
import { createWriteStream, renameSync } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface FetchProgress {
  readonly receivedBytes: number;
  readonly totalBytes: number;
}

export interface PinnedFile {
  /** The project's page in a package index (PEP 691). */
  readonly project: string;
  readonly file: string;
  readonly sha256: string;
}

interface IndexPage {
  readonly files: readonly { readonly filename: string; readonly url: string; readonly size: number }[];
}

/** Downloads a file that a package index lists to `path`; only what has the pinned digest gets that name. */
export async function downloadVerified(
  { project, file, sha256 }: PinnedFile,
  path: string,
  onProgress: (progress: FetchProgress) => void,
): Promise<void> {
  const page = await fetched(project, { accept: "application/vnd.pypi.simple.v1+json" });
  const entry = ((await page.json()) as IndexPage).files.find(({ filename }) => filename === file);
  if (entry === undefined) throw new Error(`${project} lists no ${file}`);
  const { body } = await fetched(new URL(entry.url, project).href, {});
  if (body === null) throw new Error(`${entry.url} came without a body`);
  const digest = createHash("sha256");
  let receivedBytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      receivedBytes += chunk.length;
      onProgress({ receivedBytes, totalBytes: entry.size });
      done(null, chunk);
    },
  });
  await pipeline(body, counted, createWriteStream(`${path}.partial`));
  const actual = digest.digest("hex");
  if (actual !== sha256) throw new Error(`${entry.url} has the digest ${actual}; ${sha256} was expected`);
  renameSync(`${path}.partial`, path);
}

async function fetched(url: string, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status} ${response.statusText}`);
  return response;
}
