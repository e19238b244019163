import { processesOf, type WorldProcess } from "../world/processes-of.ts";

export type Role = "supervisor" | "watchdog" | "child";

/** The processes of a world that play that part at this moment. */
export function inRole(base: string, role: Role): WorldProcess[] {
  const all = processesOf(base);
  const supervisors = all.filter(isSupervisor);
  const numbers = new Set(supervisors.map(({ pid }) => pid));
  if (role === "child")
    return all.filter(
      ({ command }) => command.some((part) => part.endsWith("/engine.sh")) && !command.some(isScript),
    );
  return supervisors.filter(({ parent }) => numbers.has(parent) === (role === "watchdog"));
}

const isSupervisor = ({ command }: WorldProcess) => isScript(command[1] ?? "");
const isScript = (part: string) => part.endsWith("/supervise.sh");
