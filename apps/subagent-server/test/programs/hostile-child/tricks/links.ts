import { linkSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { clear } from "../plant.ts";
import { targets, type Target } from "../targets.ts";
import { withLogs, type Scene, type Trick } from "../trick.ts";

type Lead = (scene: Scene, path: string) => string;

const leads: Readonly<Record<string, Lead>> = {
  endless: () => "/dev/zero",
  // Like the place itself, with a secret in every file that is looked for.
  outside: ({ order }, path) => join(order.outside, "tree", insideTree(path)),
  // Who writes there makes a file outside.
  dangling: ({ order }) => join(order.outside, "made-by-the-host"),
  loop: (_, path) => basename(path),
  parent: ({ order }, path) => join(order.parent, insideParent(path)),
};

/** Files are linked to a file with a secret, directories to a directory that is built like them. */
function insideTree(path: string): string {
  if (/\.(?:txt|md|json|jsonl|log|yaml)$|session_id$/.test(path)) return "secret.txt";
  const level = ["attempt_1", "turn_1", "massgen_logs", ".massgen"].find((name) => path.endsWith(name));
  if (level !== undefined) return level;
  if (/log_\d+_\d+(?:_\d+)?$/.test(path)) return "log";
  return "directory";
}

function insideParent(path: string): string {
  if (path.endsWith("massgen_logs")) return ".massgen/massgen_logs";
  if (path.endsWith(".md") || path.endsWith(".txt")) return "CONTEXT.md";
  return ".massgen";
}

function linked(kind: string, lead: Lead, target: Target): Trick {
  return { ...about(kind, target), act: (scene) => link(lead, target, scene) };
}

function link(lead: Lead, target: Target, scene: Scene): void {
  const path = clear(target, scene);
  symlinkSync(lead(scene, path), path);
}

function about(kind: string, target: Target): Omit<Trick, "act"> {
  return {
    name: `${kind}@${target.name}`,
    plantedAt: target.name,
    weight: target.central ? 6 : 2,
    ...(target.inLogs && { modes: withLogs }),
    ...(target.name.startsWith("attempt:") && { answers: false }),
    // Copied only where the run has no other logs.
    ...(target.name.includes("massgen_logs") && { logsIn: "own" as const }),
    ...(target.isRecord && { spoilsRecord: true }),
    again: !target.name.startsWith("attempt:"),
  };
}

/** The same file by a second name: what is written into it in place is written outside. */
function hard(target: Target): Trick {
  return {
    ...about("hard", target),
    modes: withLogs,
    act: (scene) => linkSync(join(scene.order.outside, "hard.txt"), clear(target, scene)),
  };
}

const central = targets.filter((target) => target.central);
const others = targets.filter((target) => !target.central);
const to = (kind: keyof typeof leads, each: readonly Target[]) =>
  each.map((target) => linked(kind, leads[kind] as Lead, target));

/** Links to what blocks, to outside, to nowhere, to themselves, to the parent's own. */
export const links: readonly Trick[] = [
  ...to("outside", central),
  ...to("dangling", central),
  ...to("endless", central),
  ...to(
    "outside",
    others.filter((_, index) => index % 3 !== 1),
  ),
  ...to(
    "dangling",
    others.filter((_, index) => index % 3 === 1),
  ),
  ...to("loop", central.slice(0, 5)),
  ...to(
    "parent",
    central.filter(({ name }) => name.startsWith("workspace:")),
  ),
  ...central.filter(({ name }) => /txt$|md$|jsonl?$|session_id$/.test(name)).map(hard),
];
