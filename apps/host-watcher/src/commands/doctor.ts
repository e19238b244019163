import { diagnose, type Protection, type WatcherConfig } from "@retinue/launch-watcher";
import { brokerCommand } from "./broker-command.ts";
import { say } from "../say.ts";

/**
 * One line for each protection: "yes", "NO", or "no" where it is not required. Exit code 1 when a required one is not
 * in force.
 */
export async function doctor(config: WatcherConfig, call: boolean): Promise<number> {
  const findings = await diagnose(config, {
    environment: process.env,
    call: call ? brokerCommand : undefined,
  });
  for (const finding of findings) say(process.stdout, lineOf(finding));
  return findings.some(({ ok, required }) => required && !ok) ? 1 : 0;
}

function lineOf({ name, ok, required, found, remedy }: Protection): string {
  if (ok) return `yes   ${name}: ${found}`;
  return `${required ? "NO" : "no"}    ${name}: ${found}\n      ${remedy}`;
}
