import type { Finding, DetectedMachine } from "@retinue/runtime";
import { printableLine } from "@retinue/contained-fs";

/** What was detected, for a person at a terminal; below what is not there, the command that changes it. */
export function detectedText(found: DetectedMachine & { readonly routes?: readonly Finding[] }): string {
  const { engines, agents, keys, sandbox, docker, routes, team } = found;
  const sections: [title: string, findings: readonly Finding[]][] = [
    ["engines", engines],
    ["command-line agents", agents],
    ["keys of model APIs", keys],
    ["sandbox", sandbox],
    ["docker (for delegated runs)", docker],
    ...(routes === undefined ? [] : [routesSection(routes)]),
  ];
  const width = Math.max(...sections.flatMap(([, findings]) => findings.map(({ name }) => name.length)));
  const lines = sections.flatMap(([title, findings]) => [
    title,
    ...findings.flatMap((finding) => linesOf(finding, width)),
    "",
  ]);
  return `${[...lines, ...teamLines(team)].join("\n")}\n`;
}

/** What to do about a route is no command. */
function routesSection(routes: readonly Finding[]): [title: string, findings: readonly Finding[]] {
  const said = routes.map(({ remedy, ...finding }): Finding =>
    remedy === undefined || finding.ok ? finding : { ...finding, found: `${finding.found}. ${remedy}` },
  );
  return ["models, through the broker", said];
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
