import { surveyMachine } from "@retinue/runtime";
import { engineProgram } from "../engine-program.ts";
import { jsonText } from "../print/json-text.ts";
import { surveyText } from "../survey/survey-text.ts";

export interface DoctorOptions {
  /** Prints the survey as JSON and nothing else. */
  readonly json?: boolean | undefined;
}

/**
 * `retinue doctor`: what is on this machine, and the command that changes what is not.
 *
 * @returns The exit code: 0 when tasks can be run without a configuration, 1 when not.
 */
export async function doctor({ json = false }: DoctorOptions): Promise<0 | 1> {
  const survey = await surveyMachine({ environment: process.env, retinueChild: engineProgram() });
  process.stdout.write(json ? jsonText(survey, 2) : surveyText(survey));
  return survey.team.agents === undefined ? 1 : 0;
}
