import { ContainedFsError, type ContainedFsErrorCode } from "../contained-fs-error.ts";

const codes: Readonly<Record<string, ContainedFsErrorCode>> = {
  ENOENT: "NOT_FOUND",
  ELOOP: "LINK_REFUSED",
  ENOTDIR: "NOT_A_DIRECTORY",
  EISDIR: "NOT_REGULAR",
  ENXIO: "NOT_REGULAR",
  ENODEV: "NOT_REGULAR",
  EACCES: "NOT_PERMITTED",
  EPERM: "NOT_PERMITTED",
  ENAMETOOLONG: "INVALID_PATH",
};

const meanings: Readonly<Record<ContainedFsErrorCode, readonly [what: string, remedy: string]>> = {
  NOT_FOUND: ["does not exist", "Name a path that exists."],
  LINK_REFUSED: ["is a symbolic link, or lies behind one", "Name the place that the link points to."],
  HARD_LINK_REFUSED: ["has further hard links", "Give a copy of the file with a link count of one."],
  NOT_REGULAR: ["is not a regular file", "Name a regular file."],
  NOT_A_DIRECTORY: ["is not a directory, or lies below something that is none", "Name a directory."],
  TOO_LARGE: ["is larger than allowed", "Raise the limit, or read a part of the file."],
  OUTSIDE_ROOT: ["leads outside its root", "Name a path beneath the root."],
  INVALID_PATH: ["is no usable path", "Use components that are not empty, `.`, `..` or with NUL."],
  NOT_PERMITTED: ["may not be opened", "Give the process the permission to open it."],
  IO_ERROR: ["could not be used", "See the cause."],
};

const freeSpace = "Free some disk space, and try again.";
const closeFiles = "Raise the limit of open files, or end what holds many, and try again.";
/** What helps where the machine is at its end, by the code of the error; SQLite has numbers of its own. */
const remedies: Readonly<Record<string, string>> = {
  ENOSPC: freeSpace,
  EDQUOT: freeSpace,
  13: freeSpace,
  EMFILE: closeFiles,
  ENFILE: closeFiles,
};

function remedyOf(cause: unknown): string | undefined {
  const { code, errcode } = (cause ?? {}) as { readonly code?: string; readonly errcode?: number };
  const key = String(errcode ?? code);
  return Object.hasOwn(remedies, key) ? remedies[key] : undefined;
}

/** An error about one path, in the words of its code. */
export function failure(code: ContainedFsErrorCode, path: string, cause?: unknown): ContainedFsError {
  const [what, remedy] = meanings[code];
  const reason = code === "IO_ERROR" && cause instanceof Error ? `: ${cause.message}` : "";
  // JSON escapes control characters: the names were chosen by an untrusted party.
  return new ContainedFsError(code, `${JSON.stringify(path)} ${what}${reason}`, {
    remedy: remedyOf(cause) ?? remedy,
    details: { path },
    cause,
  });
}

/** The same, for what an operation of `node:fs` threw. */
export function failureOf(error: unknown, path: string): ContainedFsError {
  if (error instanceof ContainedFsError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return failure((Object.hasOwn(codes, code) ? codes[code] : undefined) ?? "IO_ERROR", path, error);
}
