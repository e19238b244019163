import type { Finding, DetectedMachine } from "@retinue/runtime";
import { printableLine } from "@retinue/contained-fs";

/** What was detected, for a person at a terminal; below what is not there, the command that changes it. */
export function detectedText({ engines, agents, keys, sandbox, docker, team }: DetectedMachine): string {
  const sections: [title: string, findings: readonly Finding[]][] = [
    ["engines", engines],
    ["command-line agents", agents],
    ["keys of model APIs", keys],
    ["sandbox", sandbox],
    ["docker (for delegated runs)", docker],
  ];
  const width = Math.max(...sections.flatMap(([, findings]) => findings.map(({ name }) => name.length)));
  const lines = sections.flatMap(([title, findings]) => [
    title,
    ...findings.flatMap((finding) => linesOf(finding, width)),
    "",
  ]);
  return `${[...lines, ...teamLines(team)].join("\n")}\n`;
}

function linesOf({ name, ok, found, remedy }: Finding, width: number): string[] {
  const line = `  ${ok ? "yes" : "no "}  ${name.padEnd(width)}  ${printableLine(found)}`;
  return remedy === undefined ? [line] : [line, `${" ".repeat(width + 9)}$ ${printableLine(remedy)}`];
}

function teamLines(team: DetectedMachine["team"]): string[] {
  if (team.agents !== undefined) {
    return ["A task without a configured team is run by", `  ${printableLine(team.found)}`];
  }
  return ["A task without a configured team is refused; to change that", `  $ ${printableLine(team.remedy)}`];
}
