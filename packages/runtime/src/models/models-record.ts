import { makeDirectory, readText, writeFileAtomic } from "@retinue/contained-fs";
import { limitsSchema, routesSchema } from "@retinue/model-broker";
import { z } from "zod";
import { maxDocumentBytes } from "../record/document-limit.ts";
import { modelsFile } from "./models-file.ts";

/** What a broker was asked to open for a run, without the keys: whoever takes the run over goes by it. */
const modelsRecordSchema = z.object({
  version: z.literal(1),
  run: z.string().describe("Its name at the broker"),
  routes: routesSchema,
  agents: z.record(z.string(), z.string()).describe("By the agent's id: the route that it asks"),
  tcp: z.boolean().describe("Something in it knows no socket"),
  limits: limitsSchema,
});
export type ModelsRecord = z.output<typeof modelsRecordSchema>;

/** Before the broker is asked: what was opened is closed by whoever is left. */
export function writeModelsRecord(directory: string, record: ModelsRecord): void {
  makeDirectory(directory);
  writeFileAtomic(modelsFile(directory), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

/** Undefined where the run has no broker, and where the record cannot be read. */
export function readModelsRecord(directory: string): ModelsRecord | undefined {
  try {
    const text = readText(modelsFile(directory), { maxBytes: maxDocumentBytes });
    return text === undefined ? undefined : modelsRecordSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
