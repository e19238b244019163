import type { SubagentManager } from "@retinue/runtime";
import { createHash } from "node:crypto";
import { readResource } from "./read-resource.ts";
import { parseUri, uriOf } from "./subagent-uri.ts";

/** A run of another server is looked at that often, and what a run says while it runs. */
const lookMs = 2000;

/** Tells a client of changes of what it has subscribed to. */
export class FollowedResources implements Disposable {
  /** By URI: what it was like at the last look. */
  readonly #seen = new Map<string, string>();
  readonly #manager: SubagentManager;
  readonly #changed: (uri: string) => void;
  readonly #stopListening: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param changed Called with a URI whose resource has changed. Must not throw. */
  constructor(manager: SubagentManager, changed: (uri: string) => void) {
    this.#manager = manager;
    this.#changed = changed;
    this.#stopListening = manager.onFinished(({ subagentId }) => {
      for (const kind of ["answer", "status"] as const) {
        const uri = uriOf({ subagentId, kind });
        if (this.#seen.has(uri)) void this.#look(uri);
      }
    });
  }

  async add(uri: string): Promise<void> {
    this.#seen.set(uri, await this.#fingerprint(uri));
    this.#timer ??= setInterval(() => void this.#lookAtAll(), lookMs).unref();
  }

  remove(uri: string): void {
    this.#seen.delete(uri);
    if (this.#seen.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#seen.clear();
    this.#stopListening();
  }

  async #lookAtAll(): Promise<void> {
    for (const uri of this.#seen.keys()) await this.#look(uri);
  }

  async #look(uri: string): Promise<void> {
    const now = await this.#fingerprint(uri);
    const before = this.#seen.get(uri);
    if (before === undefined || before === now) return;
    this.#seen.set(uri, now);
    this.#changed(uri);
  }

  async #fingerprint(uri: string): Promise<string> {
    const resource = parseUri(uri);
    if (resource === undefined) return "";
    // One that cannot be read now can be at the next look.
    const text = (await readResource(resource, this.#manager).catch(() => undefined)) ?? "";
    // That time goes by is no news.
    return createHash("sha256")
      .update(text.replace(/"elapsed_seconds":[\d.]+/, ""))
      .digest("base64");
  }
}
