import {
  ContainedFsError,
  listWithin,
  readTextWithin,
  resolveLinkWithin,
  withRoot,
  type ContainedRoot,
} from "@retinue/contained-fs";
import { logLayout, supervisedRun, supervisorFiles, supervisorPath } from "@retinue/engine-contract";

/** The last part of it. */
const mostBytes = 200_000;

/** More runs than anybody continues. */
const mostRuns = 1000;

/** The last events of an engine, or what it has printed where it writes none; undefined without either. */
export function readLog(logPath: string | undefined): string | undefined {
  if (logPath === undefined) return undefined;
  try {
    return withRoot(logPath, (root) => eventsIn(root) ?? outputIn(root));
  } catch (error) {
    if (error instanceof ContainedFsError) return undefined;
    throw error;
  }
}

function eventsIn(root: ContainedRoot): string | undefined {
  return tailOf(root, () => `${resolveLinkWithin(root, logLayout.fullLogs)}/${logLayout.events}`);
}

function outputIn(root: ContainedRoot): string | undefined {
  return tailOf(root, () => {
    const { entries } = listWithin(root, logLayout.supervisor, { maxEntries: mostRuns });
    const runs = entries.flatMap(({ name }) => supervisedRun(name) ?? []);
    return `${supervisorPath(Math.max(...runs))}/${supervisorFiles.stdout}`;
  });
}

function tailOf(root: ContainedRoot, path: () => string): string | undefined {
  try {
    const { text } = readTextWithin(root, path(), { maxBytes: mostBytes, whenLarger: "tail" });
    return text === "" ? undefined : text;
  } catch (error) {
    if (error instanceof ContainedFsError) return undefined;
    throw error;
  }
}
