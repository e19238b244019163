import { parseLoggedCall, supervisorFiles, supervisorPath } from "@retinue/engine-contract";
import { outputReader } from "./output-reader.ts";
import { callText } from "../account/spending-text.ts";

/** A function that hands on the calls of a run's models that were made since it was last called, a line each. */
export function callReader(logPath: string, run: number, hear: (line: string) => void): () => void {
  let rest = "";
  const write = (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const call = parseLoggedCall(line);
      if (call !== undefined) hear(callText(call));
    }
  };
  return outputReader(logPath, `${supervisorPath(run)}/${supervisorFiles.calls}`, { write });
}

/** All of them so far. */
export function callsOf(logPath: string, run: number): string[] {
  const calls: string[] = [];
  callReader(logPath, run, (line) => calls.push(line))();
  return calls;
}
