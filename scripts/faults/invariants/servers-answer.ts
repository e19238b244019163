import type { Invariant } from "../world/evidence.ts";

/** Servers answer every call, live through what is not aimed at them, and end when their input does. */
export const serversAnswer: Invariant = ({ client, fault, hit, complaints }) => {
  const problems = [...complaints, ...client.silent.map((call) => `no reply to ${call}`)];
  const { end, asked, stderr } = hit;
  if (!asked && !fault.endsServer)
    problems.push(`the server that was hit ended: ${JSON.stringify(end)} ${stderr.slice(-1500)}`);
  // A kill that comes as it ends is one that was aimed at it.
  const isKilled = fault.endsServer && end?.signal === "SIGKILL";
  if (asked && end?.code !== 0 && !isKilled)
    problems.push(`the server that was hit does not end by itself: ${JSON.stringify(end)}`);
  for (const { subagentId, code } of client.asked)
    if (code === "NO_CODE" || code === "INTERNAL_ERROR")
      problems.push(`the refusal of ${subagentId} has ${code}`);
  return problems;
};
