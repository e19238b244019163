import { detectMachine } from "@retinue/runtime";
import { engineProgram } from "../engine-program.ts";
import { jsonText } from "../print/json-text.ts";
import { detectedText } from "../detect/detected-text.ts";

export interface DoctorOptions {
  /** Prints what was detected as JSON and nothing else. */
  readonly json?: boolean | undefined;
}

/**
 * `retinue doctor`: what is on this machine, and the command that changes what is not.
 *
 * @returns The exit code: 0 when tasks can be run without a configuration, 1 when not.
 */
export async function doctor({ json = false }: DoctorOptions): Promise<0 | 1> {
  const detected = await detectMachine({ environment: process.env, retinueChild: engineProgram() });
  process.stdout.write(json ? jsonText(detected, 2) : detectedText(detected));
  return detected.team.agents === undefined ? 1 : 0;
}
