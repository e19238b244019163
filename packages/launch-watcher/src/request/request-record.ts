import type { DirectoryIdentity } from "@retinue/contained-fs";
import { newResponse, type DelegationResponse, type Outcome } from "@retinue/delegation-protocol";
import {
  decide,
  isMarked,
  mark,
  noteOf,
  readRequest,
  spoolStage,
  unmark,
  type Records,
  type SpoolEntry,
  type SpooledRequest,
  type SpoolStage,
} from "@retinue/delegation-protocol/host";
import { asksModels } from "@retinue/model-broker";
import { kernelText } from "../configure/host-path.ts";
import { containerName, identityLabels } from "../contain/container-identity.ts";
import type { Host } from "./host.ts";
import type { Outbox } from "./outbox.ts";
import { createGoFile, hasGoFile } from "./run-inputs.ts";

type Owner = Pick<Host, "launcher"> & { readonly config: Pick<Host["config"], "spool"> };

const unknownBoot = "unknown";
// Which start of the machine it was, and the workspace's device and inode.
const goNote = /^(\S+) (\d+) (\d+)$/;

/** The host's record of one request: what its spool says, and nobody else can write. */
export class RequestRecord {
  readonly entry: SpoolEntry;
  /** Name of its outbox. */
  readonly outbox: string;
  /** Of its container: the same for the same request. */
  readonly name: string;
  readonly #spool: string;
  readonly #launcher: string;
  readonly #records: Records;

  constructor(
    { config, launcher }: Owner,
    { name, records }: Pick<Outbox, "name" | "records">,
    entry: SpoolEntry,
  ) {
    this.entry = entry;
    this.outbox = name;
    this.name = containerName(launcher, name, entry);
    this.#spool = config.spool;
    this.#launcher = launcher;
    this.#records = records;
  }

  /** What an event says of the request that it is about. */
  get logged(): { outbox: string; subagent_id: string; request_id: string } {
    return { outbox: this.outbox, subagent_id: this.entry.subagentId, request_id: this.entry.requestId };
  }

  get stage(): SpoolStage {
    return spoolStage(this.#records, this.entry);
  }

  /** Whether there is something to be undone or waited for: it may run, or its workspace is lent. */
  get isBegun(): boolean {
    const { stage } = this;
    return stage === "going" || (stage === "claimed" && this.lentBeneath !== undefined);
  }

  read(): SpooledRequest {
    return readRequest(this.#records, this.entry);
  }

  /** Whether an agent of it asks a model. */
  get asksModels(): boolean {
    const read = this.read();
    return read.ok && asksModels(read.request.yaml_config);
  }

  /** What the labels of its container say; undefined for a request that never gets one. */
  get identity(): Record<string, string> | undefined {
    const read = this.read();
    if (!read.ok) return undefined;
    const { subagentId } = this.entry;
    return identityLabels({ launcher: this.#launcher, outbox: this.outbox, subagentId, sha256: read.sha256 });
  }

  /** Notes, durably, that the workspace is about to be lent, and the roots beneath which it is found again. */
  noteLent(roots: readonly string[]): void {
    mark(this.#records, this.entry, "lent", roots.join("\0"));
  }

  /** The roots that were noted; undefined where the workspace was not lent. */
  get lentBeneath(): string[] | undefined {
    return noteOf(this.#records, this.entry, "lent")?.split("\0").filter(Boolean);
  }

  /** The workspace is its owner's again, and the request may begin anew. */
  noteRestored(): void {
    unmark(this.#records, this.entry, "lent");
  }

  /**
   * Notes, durably, that a run goes, and in which directory; then makes the file that opens its gate. A kill in
   * between leaves the note without the file, which is the proof that nothing ran.
   */
  noteGo({ device, inode }: DirectoryIdentity): void {
    mark(this.#records, this.entry, "go", `${bootId()} ${device} ${inode}`);
    createGoFile({ spool: this.#spool, confirm: this.#records.confirm }, this.name);
  }

  /** Whether a run of it may have gone. */
  get hasGone(): boolean {
    return isMarked(this.#records, this.entry, "go");
  }

  /** Whether the file that opens its gate was made. */
  get hasGoFile(): boolean {
    return hasGoFile(this.#spool, this.name);
  }

  /** In which directory a run was noted to go; undefined where that was not noted. */
  get wentIn(): (DirectoryIdentity & { readonly boot: string }) | undefined {
    const [, boot, device, inode] = goNote.exec(noteOf(this.#records, this.entry, "go") ?? "") ?? [];
    return boot === undefined ? undefined : { boot, device: Number(device), inode: Number(inode) };
  }

  /**
   * Revokes the note where the file was never made: the host's own file says so, and nothing that the container
   * wrote or ended with. The file is not durable: after a new start of the machine its absence proves nothing.
   *
   * @returns Whether nothing of it ran, and the request may begin anew.
   */
  revokeGo(): boolean {
    if (!this.hasGone) return true;
    const boot = bootId();
    const isSameBoot = boot !== unknownBoot && this.wentIn?.boot === boot;
    if (!isSameBoot || this.hasGoFile) return false;
    unmark(this.#records, this.entry, "go");
    return true;
  }

  /** Makes an outcome final, durably. The first decision holds, and is what is returned. */
  decide(outcome: Outcome): DelegationResponse {
    return decide(this.#records, this.entry, newResponse(this.entry, outcome, new Date()));
  }
}

/** Names this start of the machine. */
function bootId(): string {
  return kernelText("/proc/sys/kernel/random/boot_id").trim() || unknownBoot;
}
