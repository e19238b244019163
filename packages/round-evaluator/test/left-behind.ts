import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Texts, or what is written as JSON, by their paths. */
export type Files = Readonly<Record<string, string | object>>;

/** The places of an evaluator's run that left these files behind. */
export function leftBehind(files: Files): { workspace: string; log_path: string } {
  const base = temporaryDirectory();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  mkdirSync(join(base, "workspace"), { recursive: true });
  return { workspace: join(base, "workspace"), log_path: join(base, "log") };
}
