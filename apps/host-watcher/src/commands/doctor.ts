import { diagnose, type Finding, type WatcherConfig } from "@retinue/launch-watcher";
import { say } from "../say.ts";

/** One line for each protection. Exit code 1 when a required one is not in force. */
export async function doctor(config: WatcherConfig): Promise<number> {
  const findings = await diagnose(config);
  for (const finding of findings) say(process.stdout, lineOf(finding));
  return findings.some(({ ok, required }) => required && !ok) ? 1 : 0;
}

function lineOf({ protection, ok, required, found, remedy }: Finding): string {
  if (ok) return `pass  ${protection}: ${found}`;
  return `${required ? "FAIL" : "warn"}  ${protection}: ${found}\n      ${remedy}`;
}
