import { entryAt } from "@retinue/contained-fs";
import { isDeepStrictEqual } from "node:util";
import type { Client, Connection, Scope } from "./connection.ts";
import { isOnPath } from "./is-on-path.ts";
import { valueIn, withValue, type JsonPath } from "./json-file.ts";
import { replaceFile } from "./replace-file.ts";
import { textOf } from "./text-of.ts";

/** What is particular about a client whose JSON file is edited. */
export interface FileClientOptions extends Pick<Client, "title" | "entryClient" | "isApplication" | "flags"> {
  /** Its file, by scope. */
  readonly files: Readonly<Partial<Record<Scope, () => string>>>;
  /** A directory that is there once the client has run, and a program that starts it. */
  readonly traces: () => readonly string[];
  readonly program: string;
  /** Below which servers are listed, by name. */
  readonly servers: JsonPath;
  readonly definition: (entry: Connection["entry"], scope: Scope) => object;
  /** How a person lets it call a tool. */
  readonly allowing: string;
}

/** A client that has no command to add a server. Its file may hold comments and is somebody's own: see `withValue`. */
export function fileClient(options: FileClientOptions): Client {
  const { files, servers, definition, traces, program, allowing, ...rest } = options;
  const fileOf = (scope: Scope) => (files[scope] as () => string)();
  const put = (scope: Scope, name: string, value: object | undefined) => {
    const path = fileOf(scope);
    const text = textOf(path);
    const changed = !isDeepStrictEqual(valueIn(text, [...servers, name], path), value);
    if (changed) replaceFile(path, withValue(text, [...servers, name], value, path));
    return { path, changed };
  };
  return {
    ...rest,
    scopes: Object.keys(files) as Scope[],
    canTrust: false,
    allowing: () => allowing,
    isHere: () => isOnPath(program) || traces().some((path) => entryAt(path)?.kind === "directory"),
    print({ entry, scope }) {
      return withValue("", [...servers, entry.name], definition(entry, scope), fileOf(scope));
    },
    write: ({ entry, scope }) => put(scope, entry.name, definition(entry, scope)),
    remove: ({ name, scope }) => put(scope, name, undefined),
  };
}
