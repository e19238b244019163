import type { Outcome } from "@retinue/delegation-protocol";
import { unmark, type SpoolEntry } from "@retinue/delegation-protocol/host";
import type Docker from "dockerode";
import { awaitEnd, type AwaitEnd } from "../contain/await-end.ts";
import { wasNeverLetGo } from "../contain/container-output.ts";
import { gateShut } from "../contain/gate.ts";
import type { Host, KnownOutbox } from "./host.ts";
import { logged } from "./logged.ts";

/**
 * Waits for the end of a run that is noted to have been let go. Undefined: it was not, because its watcher
 * or its connection died between the note and the word. The note is taken back then, and it may begin anew.
 */
export async function endOfRun(
  host: Host,
  outbox: KnownOutbox,
  entry: SpoolEntry,
  { container, ...of }: AwaitEnd & { readonly container: Docker.Container },
): Promise<Outcome | undefined> {
  const outcome = await awaitEnd(container, of);
  if (outcome.exitCode !== gateShut || !(await wasNeverLetGo(container))) return outcome;
  unmark(outbox.exchange, entry, "go");
  host.log({ level: "warn", event: "not_let_go", ...logged(outbox, entry) });
  return undefined;
}
