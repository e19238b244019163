import { problemsOf } from "@retinue/errors";
import { z } from "zod";
import { EngineContractError } from "../engine-contract-error.ts";
import { runRecordSchema, type RunRecord } from "./run-record.ts";

/** Bytes that a run.json is read at most: far beyond what thousands of continuations make of it. */
export const maxRunRecordBytes = 64 * 1024 * 1024;

/**
 * Reads the text of a run.json.
 *
 * @throws EngineContractError NEWER_RUN_RECORD for one that a newer program wrote, INVALID_RUN_RECORD for other text.
 */
export function parseRunRecord(text: string): RunRecord {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw invalid((error as Error).message, error);
  }
  const parsed = runRecordSchema.safeParse(document);
  if (parsed.success) return parsed.data;
  const newer = newerSchema.safeParse(document);
  if (newer.success) throw tooNew(newer.data.version);
  throw invalid(problemsOf(parsed.error)[0] ?? "it is not valid", parsed.error);
}

const newerSchema = z.looseObject({ version: z.number().int().min(2) });

function tooNew(version: number): EngineContractError {
  return new EngineContractError(
    "NEWER_RUN_RECORD",
    `run.json is of version ${version}, and this program knows version 1`,
    { remedy: "Use the newer program, or read the directory with `retinue recover`.", details: { version } },
  );
}

function invalid(problem: string, cause: unknown): EngineContractError {
  return new EngineContractError(
    "INVALID_RUN_RECORD",
    `run.json is not a run record of version 1: ${problem}`,
    {
      remedy: "Read the directory with `retinue recover`, which does not need run.json.",
      cause,
    },
  );
}
