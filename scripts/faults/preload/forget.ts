/** Notes every change that this program makes to files, so that what it did not sync can be taken back. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { openJournal, type JournalOrder } from "./journal.ts";

type Ids = readonly (string | undefined)[];
type Plain = (...given: never[]) => unknown;
type Functions = Record<string, Plain>;

const journal = openJournal(JSON.parse(process.env["FAULTS_FORGET"] ?? "{}") as JournalOrder);
const { O_CREAT, O_TRUNC } = fs.constants;
const nothing: Ids = [];

/** What each function changes, before it does. */
const changes: Readonly<Record<string, (...given: never[]) => Ids>> = {
  open: (path: unknown, flags: string | number = "r") => {
    const [creates, truncates] =
      typeof flags === "number"
        ? [(flags & O_CREAT) !== 0, (flags & O_TRUNC) !== 0]
        : [/[wa]/.test(flags), flags.includes("w")];
    return [...(creates ? [journal.created(path)] : []), ...(truncates ? [journal.writtenAt(path)] : [])];
  },
  write: (descriptor: number) => [journal.written(descriptor)],
  writev: (descriptor: number) => [journal.written(descriptor)],
  ftruncate: (descriptor: number) => [journal.written(descriptor)],
  truncate: (path: unknown) => [journal.writtenAt(path)],
  writeFile: (file: unknown) => whole(file),
  appendFile: (file: unknown) => whole(file),
  copyFile: (_from: unknown, to: unknown) => whole(to),
  cp: (_from: unknown, to: unknown) => [journal.created(to)],
  mkdir: (path: unknown, options?: unknown) =>
    made(String(path), (options as { recursive?: boolean })?.recursive === true),
  link: (_from: unknown, to: unknown) => [journal.created(to)],
  symlink: (_target: unknown, path: unknown) => [journal.created(path)],
  rename: (from: unknown, to: unknown) => [journal.renamed(from, to)],
  unlink: (path: unknown) => [journal.removed(path)],
  rmdir: (path: unknown) => [journal.removed(path)],
  rm: (path: unknown) => [journal.removed(path)],
  fsync: () => nothing,
  fdatasync: () => nothing,
};
const syncs = new Set(["fsync", "fdatasync"]);

function whole(file: unknown): Ids {
  if (typeof file === "number") return [journal.written(file)];
  if (file !== null && typeof file === "object" && "fd" in file) return [journal.written(Number(file.fd))];
  return [journal.created(file), journal.writtenAt(file)];
}

/** Each directory on the way that is not there. */
function made(path: string, recursive: boolean): Ids {
  if (!recursive) return [journal.createdDirectory(path)];
  const missing: string[] = [];
  for (let at = path.replace(/\/+$/, ""); at !== "" && !existsSync(at); at = at.slice(0, at.lastIndexOf("/")))
    missing.unshift(at);
  return missing.map((each) => journal.createdDirectory(each));
}

const { existsSync } = { ...fs };
const failed = (ids: Ids) => ids.forEach((id) => journal.failed(id));
const done = (name: string, file: unknown) => syncs.has(name) && journal.synced(Number(file));

for (const [name, note] of Object.entries(changes) as [string, (...given: unknown[]) => Ids][]) {
  const functions = fs as unknown as Functions;
  const later = functions[name] as (...given: unknown[]) => unknown;
  const atOnce = functions[`${name}Sync`] as (...given: unknown[]) => unknown;
  functions[`${name}Sync`] = (...given: unknown[]) => {
    const ids = note(...given);
    try {
      const value = atOnce(...given);
      done(name, given[0]);
      return value;
    } catch (error) {
      failed(ids);
      throw error;
    }
  };
  functions[name] = (...given: unknown[]) => {
    const callback = given.pop() as (error: unknown, ...values: unknown[]) => void;
    const ids = note(...given);
    return later(...given, (error: unknown, ...values: unknown[]) => {
      if (error != null) failed(ids);
      else done(name, given[0]);
      callback(error, ...values);
    });
  };
  const promises = fs.promises as unknown as Functions;
  const promised = promises[name] as ((...given: unknown[]) => Promise<unknown>) | undefined;
  if (promised !== undefined) promises[name] = noted(promised, note) as Plain;
}

const handle = await fs.promises.open("/dev/null", "r");
const prototype = Object.getPrototypeOf(handle) as Record<string, (...given: unknown[]) => Promise<unknown>>;
await handle.close();
for (const name of ["write", "writev", "writeFile", "appendFile", "truncate"]) {
  const method = prototype[name] as (...given: unknown[]) => Promise<unknown>;
  prototype[name] = function change(this: fs.promises.FileHandle, ...given: unknown[]) {
    journal.written(this.fd);
    return method.apply(this, given);
  };
}
for (const name of ["sync", "datasync"]) {
  const method = prototype[name] as (...given: unknown[]) => Promise<unknown>;
  prototype[name] = async function sync(this: fs.promises.FileHandle, ...given: unknown[]) {
    await method.apply(this, given);
    journal.synced(this.fd);
  };
}
syncBuiltinESMExports();

function noted(promised: (...given: unknown[]) => Promise<unknown>, note: (...given: unknown[]) => Ids) {
  return async (...given: unknown[]) => {
    const ids = note(...given);
    try {
      return await promised(...given);
    } catch (error) {
      failed(ids);
      throw error;
    }
  };
}
