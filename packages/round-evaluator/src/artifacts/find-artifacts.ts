import { closeRoot, ContainedFsError, readTextWithin } from "@retinue/contained-fs";
import { problemsOf } from "@retinue/errors";
import type { SubagentResult } from "@retinue/status-model";
import { z } from "zod";
import { artifactDirectories, artifactRoots, type ArtifactDirectory } from "./artifact-directories.ts";
import { artifactNames } from "./artifact-names.ts";
import { nextTasksSchema, nextTasksWarnings, type NextTasks } from "./next-tasks.ts";
import { parsePacket, type Packet } from "./packet.ts";
import { verdictSchema, type Verdict } from "./verdict.ts";
import { requireArguments } from "../require-arguments.ts";

const maxBytes = 2 * 1024 * 1024;

/** A file that was read and is valid. */
export interface Found<T> {
  readonly path: string;
  readonly value: T;
}

/** What an evaluator left behind. */
export interface Artifacts {
  readonly packet?: Packet | undefined;
  readonly verdict?: Found<Verdict> | undefined;
  readonly nextTasks?: Found<NextTasks> | undefined;
  /** What is there and cannot be used, or only with doubts: file, place, reason. */
  readonly warnings: readonly string[];
}

const resultSchema = z.looseObject({ workspace: z.string() });

/**
 * Finds and checks the files of an evaluator's run. All come from one directory, the first with a packet,
 * else the first with valid tasks, so that no draft of one agent is mixed with another's. Reads beneath the
 * run's workspace and log only, and follows no link.
 *
 * @throws RoundEvaluatorError INVALID_INPUT.
 */
export function findArtifacts(result: SubagentResult): Artifacts {
  requireArguments("findArtifacts", resultSchema, result);
  const roots = artifactRoots(result);
  try {
    const all = artifactDirectories(roots, result).map(readDirectory);
    const chosen =
      all.find(({ packet }) => packet !== undefined) ?? all.find(({ nextTasks }) => nextTasks !== undefined);
    if (chosen?.packet !== undefined) return chosen;
    const rest = chosen ?? { warnings: all.flatMap(({ warnings }) => warnings) };
    return { ...rest, packet: answerAsPacket(result) };
  } finally {
    roots.forEach(closeRoot);
  }
}

/** An agent that can write no files may have answered with the packet. */
function answerAsPacket({ answer, answer_source }: SubagentResult): Packet | undefined {
  const packet = parsePacket(answer ?? "", answer_source?.path ?? "the answer");
  return packet?.missing.length === 0 ? packet : undefined;
}

function readDirectory(directory: ArtifactDirectory): Artifacts {
  const warnings: string[] = [];
  const text = read(directory, artifactNames.packet, warnings);
  const packet = text === undefined ? undefined : parsePacket(text.value, text.path);
  if (text !== undefined && packet === undefined) warnings.push(`${text.path} is empty`);
  if (packet !== undefined && packet.missing.length > 0) {
    warnings.push(`${packet.path} lacks the sections ${packet.missing.join(", ")}`);
  }
  const verdict = readJson(directory, artifactNames.verdict, verdictSchema, warnings);
  const nextTasks = readJson(directory, artifactNames.nextTasks, nextTasksSchema, warnings);
  if (nextTasks !== undefined) warnings.push(...nextTasksWarnings(nextTasks.value));
  return { packet, verdict, nextTasks, warnings };
}

function readJson<T extends z.ZodType>(
  directory: ArtifactDirectory,
  name: string,
  schema: T,
  warnings: string[],
): Found<z.output<T>> | undefined {
  const text = read(directory, name, warnings);
  if (text === undefined) return undefined;
  let document: unknown;
  try {
    document = JSON.parse(text.value);
  } catch (error) {
    warnings.push(`${text.path} is not JSON: ${(error as Error).message}`);
    return undefined;
  }
  const parsed = schema.safeParse(document);
  if (parsed.success) return { path: text.path, value: parsed.data };
  warnings.push(`${text.path} is not valid: ${problemsOf(parsed.error).join("; ")}`);
  return undefined;
}

function read(
  { root, path }: ArtifactDirectory,
  name: string,
  warnings: string[],
): Found<string> | undefined {
  const relative = path === "" ? name : `${path}/${name}`;
  try {
    return { path: `${root.path}/${relative}`, value: readTextWithin(root, relative, { maxBytes }).text };
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
    if (error.code !== "NOT_FOUND") warnings.push(error.message);
    return undefined;
  }
}
