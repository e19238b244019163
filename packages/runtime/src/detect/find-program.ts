import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";

const argumentsSchema = z.looseObject({ program: z.string(), path: z.string() });

/** Where the shell would find a program on `path`, a PATH; undefined when it would not. */
export function findProgram(program: string, path = ""): string | undefined {
  requireArguments("findProgram", argumentsSchema, { program, path });
  return path
    .split(delimiter)
    .filter((directory) => directory !== "")
    .map((directory) => join(directory, program))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
