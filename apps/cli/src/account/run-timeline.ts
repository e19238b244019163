import type { Run, RunRecord } from "@retinue/engine-contract";

/** A subagent's runs, oldest first, a line for each thing that is known of them. */
export function runTimeline({ runs, parent_agent_id }: RunRecord): string[] {
  return runs.flatMap((run) => [
    `${run.started_at}  run ${run.number}: ${run.number === 1 ? `spawned by ${parent_agent_id}` : "continued"}`,
    ...inForce(run).map((text) => `  ${text}`),
    ...(run.ended === undefined
      ? [`  ${run.state}, until ${run.deadline} at most`]
      : [`${run.ended.ended_at}  ${endOf(run)}`]),
  ]);
}

function inForce({
  task,
  subagent_type,
  mode,
  requested_mode,
  engine,
  containment,
  policy,
  ...run
}: Run): string[] {
  const asked = mode === requested_mode ? "" : ` (${requested_mode} was asked for)`;
  return [
    `task         ${task}`,
    ...(subagent_type === undefined ? [] : [`role         ${subagent_type}`]),
    `run by       ${engine}, ${mode}${asked}, for at most ${run.timeout_seconds} s`,
    ...(containment === undefined ? [] : [`stopped by   ${containment.join(", ")}`]),
    ...(policy === undefined ? [] : [`policy       ${JSON.stringify(policy)}`]),
    ...(run.warning === undefined ? [] : [`warning      ${run.warning}`]),
  ];
}

function endOf({ ended, number }: Run): string {
  const { ending, exit_code, reason } = ended ?? {};
  const code = exit_code == null ? "" : `, exit code ${exit_code}`;
  return `run ${number}: ${ending}${code}${reason === undefined ? "" : `: ${reason}`}`;
}
