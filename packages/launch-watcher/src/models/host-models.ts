import type { OpenRunInput, Routes } from "@retinue/model-broker";
import type { OutboxConfig } from "../configure/watcher-config.ts";
import type { ModelRuns } from "./model-runs.ts";

/** The models of this host, for runs of its outboxes. */
export class HostModels implements Disposable {
  readonly runs: ModelRuns;
  readonly #keys: Readonly<Record<string, string>>;
  readonly #launcher: string;

  /** @param keys By the name of the route; they are told to the broker alone. */
  constructor(runs: ModelRuns, keys: Readonly<Record<string, string>>, launcher: string) {
    this.runs = runs;
    this.#keys = keys;
    this.#launcher = launcher;
  }

  [Symbol.dispose](): void {
    this.runs[Symbol.dispose]();
  }

  /** Who pays for the runs of an outbox. */
  payer(outbox: string): string {
    return `${this.#launcher} ${outbox}`;
  }

  /** What the broker is asked to open for a run. */
  input(
    name: string,
    { name: outbox, model_limits: limits }: Pick<OutboxConfig, "name" | "model_limits">,
    { routes, deadline }: { readonly routes: Routes; readonly deadline: Date },
  ): OpenRunInput {
    const keys = Object.entries(this.#keys).filter(([route]) => Object.hasOwn(routes, route));
    return {
      run: name,
      parent: this.payer(outbox),
      routes,
      keys: Object.fromEntries(keys),
      limits: { ...limits.run, deadline_at: deadline.toISOString() },
      parent_limits: limits.outbox,
    };
  }
}
