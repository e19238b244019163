import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const directory = join(import.meta.dirname, "fixtures/recorded");

/** A child configuration that MassGen 0.1.97 generated, with what it was generated from. */
export interface RecordedCase {
  readonly name: string;
  readonly file: string;
  readonly parent_agent_id: string;
  readonly spawn: {
    readonly subagent_type?: string;
    readonly refine?: boolean;
    readonly skills?: string[];
    readonly include_parent_workspace?: boolean;
  };
  readonly child: object;
}

/** Every recorded child. */
export function recordedCases(): RecordedCase[] {
  return readdirSync(directory).flatMap((name) =>
    readdirSync(join(directory, name))
      .filter((file) => file !== "parent.yaml" && file !== "handed-over.yaml")
      .map((file) => ({ name, file, ...(parse(textOf(name, file)) as Omit<RecordedCase, "name" | "file">) })),
  );
}

/** The text of one of a case's files. */
export function textOf(name: string, file: string): string {
  return readFileSync(join(directory, name, file), "utf8");
}
