import { listWithin, readFileWithin, withRoot, type ContainedRoot } from "@retinue/contained-fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** As the build puts it beside the bundle, seen from the bundle. */
const directory = fileURLToPath(new URL("../../page", import.meta.url));
const limits = { maxEntries: 1000 } as const;
const maxBytes = 4 * 1024 * 1024;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The page's files by their paths in addresses: a few, and no others are served. */
export function pageFiles(): ReadonlyMap<string, PageFile> {
  return withRoot(directory, (root) => {
    const files = new Map(filesIn(root, ""));
    const index = files.get("/index.html");
    return index === undefined ? files : files.set("/", index);
  });
}

function filesIn(root: ContainedRoot, path: string): [string, PageFile][] {
  return listWithin(root, path, limits).entries.flatMap(({ name, kind }) => {
    const here = path === "" ? name : `${path}/${name}`;
    if (kind === "directory") return filesIn(root, here);
    const type = types[extname(name)];
    if (kind !== "file" || type === undefined) return [];
    const { bytes } = readFileWithin(root, here, { maxBytes });
    return [[`/${here}`, { bytes: Uint8Array.from(bytes), type }]];
  });
}
