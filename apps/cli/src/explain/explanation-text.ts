import { stringify } from "yaml";
import { printable, printableLine } from "@retinue/contained-fs";
import { placeholders, type Explanation } from "./explanation.ts";

/** An explanation for a person at a terminal: the rule, the team, then the child's configuration as YAML. */
export function explanationText({ team, child, error }: Explanation): string {
  const rows: [name: string, text: string][] = [];
  if (team !== undefined) {
    rows.push(["rule", `${team.rule} (step ${team.step} of 6)`], ["because", team.explanation]);
    for (const [index, { id, backend }] of team.members.entries()) {
      const kind = [backend["type"], acpProgram(backend), backend["model"]]
        .filter((part) => part != null)
        .join(" ");
      rows.push([
        index === 0 ? "team" : "",
        `${id ?? "(named after the subagent)"}: ${kind || "the parent's backend"}`,
      ]);
    }
  }
  if (error !== undefined) rows.push(["refused", error.message], ["remedy", error.remedy]);
  const lines = rows.map(([name, text]) => `  ${name.padEnd(10)}${printableLine(text)}`);
  if (child === undefined) return `${lines.join("\n")}\n`;
  const known = `# ${Object.values(placeholders).join(", ")}: known when something is spawned`;
  const yaml = stringify(child, { aliasDuplicateObjects: false, lineWidth: 0 });
  return `${lines.join("\n")}\n\n${known}\n${printable(yaml)}`;
}

/** What an agent by ACP is; of any other its type says it. */
function acpProgram({ type, agent, command }: Readonly<Record<string, unknown>>): unknown {
  if (type !== "acp") return undefined;
  return agent ?? (Array.isArray(command) ? command[0] : undefined);
}
