import { isMarked, mark, noteOf, unmark, type SpoolEntry } from "@retinue/delegation-protocol/host";
import type { DirectoryIdentity } from "@retinue/contained-fs";
import { kernelText } from "../configure/host-path.ts";
import { containerName } from "../contain/container-identity.ts";
import type { Host, KnownOutbox } from "./host.ts";
import { isWordSaid, sayWord } from "./run-inputs.ts";

const unknownStart = "unknown";
// Which start of the machine it was, and the directory's device and inode.
const noted = /^(\S+) (\d+) (\d+)$/;

/**
 * Notes, durably, that a run is let go, and in which directory; then says the word. A kill in between leaves the
 * note without the word, which is the proof that nothing ran.
 */
export function letGo(
  { config, launcher }: Pick<Host, "config" | "launcher">,
  { config: { name }, exchange }: KnownOutbox,
  entry: SpoolEntry,
  { device, inode }: DirectoryIdentity,
): void {
  mark(exchange, entry, "go", `${bootId()} ${device} ${inode}`);
  sayWord(config.spool, containerName(launcher, name, entry));
}

/** In which directory a run was noted to be let go; undefined where that was not noted. */
export function wentIn({ exchange }: KnownOutbox, entry: SpoolEntry): DirectoryIdentity | undefined {
  return noteIn(exchange, entry);
}

/**
 * Takes the note back where the word was never said: the host's own file says so, and nothing that the container
 * wrote or ended with. The word is not durable: after a new start of the machine its absence proves nothing.
 *
 * @returns Whether it was taken back, and the request may begin anew.
 */
export function takeBack(
  { config, launcher }: Pick<Host, "config" | "launcher">,
  { config: { name }, exchange }: KnownOutbox,
  entry: SpoolEntry,
): boolean {
  if (!isMarked(exchange, entry, "go")) return true;
  const boot = bootId();
  const isSameStart = boot !== unknownStart && noteIn(exchange, entry)?.boot === boot;
  if (!isSameStart || isWordSaid(config.spool, containerName(launcher, name, entry))) return false;
  unmark(exchange, entry, "go");
  return true;
}

function noteIn(exchange: KnownOutbox["exchange"], entry: SpoolEntry) {
  const [, boot, device, inode] = noted.exec(noteOf(exchange, entry, "go") ?? "") ?? [];
  return boot === undefined ? undefined : { boot, device: Number(device), inode: Number(inode) };
}

/** Names this start of the machine. */
function bootId(): string {
  return kernelText("/proc/sys/kernel/random/boot_id").trim() || unknownStart;
}
