import { removeFile } from "@retinue/contained-fs";
import { isRetinueError } from "@retinue/errors";
import type { RuntimeMode } from "@retinue/engine-contract";
import type { ModelRuns } from "@retinue/model-broker";
import type { Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import { keepSpent } from "../delegate/spent-by-host.ts";
import { sandboxOf } from "../mode/sandbox-of.ts";
import { supervisorDirectory } from "../prepare/subagent-paths.ts";
import { hasModels, modelsFile } from "./models-file.ts";
import type { RunPlace, RunToOpen } from "./open-models.ts";
import type { RunModels } from "../contract/run-models.ts";

/** How a run is opened. */
interface HowToOpen {
  readonly mode: RuntimeMode;
  /** Its configuration is that of an earlier run. Default: false. */
  readonly isFurther?: boolean;
}

/** How a run gets its models. */
interface OpenedModels {
  readonly models?: RunModels | undefined;
  /** What goes into its result. */
  readonly warning?: string | undefined;
}

/**
 * The broker of this user's runs, for one workspace. Nothing of it is loaded before a run needs it. Who lets go of it
 * leaves it to those that go on.
 */
export class WorkspaceModels implements Disposable {
  readonly #settings: Settings;
  #runs: Promise<ModelRuns> | undefined;
  #isDisposed = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    void this.#runs?.then((runs) => runs[Symbol.dispose]()).catch(() => {});
  }

  /**
   * Opens a run that is about to begin, where the settings ask for a broker, or leave it open and it fits. Without `models`
   * it gets them without one.
   *
   * @throws RuntimeError INVALID_CONFIGURATION, ModelBrokerError, where a broker was asked for.
   */
  async open(
    run: RunToOpen,
    settings: Settings,
    { mode, isFurther = false }: HowToOpen,
  ): Promise<OpenedModels> {
    const { broker } = settings;
    const wasLed = isFurther && isLed(run);
    if (broker === false && wasLed) throw cannotGoOn(run);
    const isAsked = broker === true || wasLed;
    if (!isAsked && !mayFit(settings, mode)) return {};
    const { openModels } = await import("./open-models.ts");
    if (isAsked) return { models: await openModels(run, settings, await this.#opened(), isFurther) };
    const { fitsBroker } = await import("./fits-broker.ts");
    if (!(await fitsBroker(run, settings))) return {};
    try {
      return { models: await openModels(run, settings, await this.#opened(), isFurther) };
    } catch (error) {
      if (!isRetinueError(error)) throw error;
      // It has none: whoever takes the run over is not to look for it there.
      removeFile(modelsFile(directoryOf(run)));
      const said = `its models are asked by keys that it has, since it could not be led to a broker: ${error.message}`;
      return { warning: `${said}. ${error.remedy} Or set subagent_broker: false.` };
    }
  }

  /** Goes on with a run that an earlier server has let go: a broker that was killed meanwhile opens it again. */
  async resume(place: RunPlace): Promise<void> {
    const directory = directoryOf(place);
    if (!hasModels(directory)) return;
    const { openInput } = await import("./open-models.ts");
    const { readModelsRecord } = await import("./models-record.ts");
    const record = readModelsRecord(directory);
    if (record === undefined) return;
    // Without the keys it goes on at the broker that has them.
    await (await this.#opened()).resume(openInput(record, place, this.#settings));
  }

  /** Ends a run's calls, and keeps what they cost for its result. */
  async close(place: RunPlace): Promise<void> {
    const name = await nameAtBroker(place);
    if (name === undefined) return;
    const spent = await (await this.#opened()).close(name);
    if (spent !== undefined) keepSpent(directoryOf(place), spent);
  }

  /** Its end is recorded: nothing of it stays at the broker. */
  async forget(place: RunPlace): Promise<void> {
    const name = await nameAtBroker(place);
    if (name !== undefined) await (await this.#opened()).forget(name);
  }

  #opened(): Promise<ModelRuns> {
    const opening = (this.#runs ??= openRuns(this.#settings));
    void opening.then((runs) => this.#isDisposed && runs[Symbol.dispose]()).catch(() => {});
    return opening;
  }
}

async function openRuns(settings: Settings): Promise<ModelRuns> {
  const { ModelRuns } = await import("@retinue/model-broker");
  const { brokerStart } = await import("./broker-start.ts");
  return new ModelRuns(brokerStart(settings), ({ event, run = "", reason = "" }) =>
    settings.log(`${event} ${String(run)} ${String(reason)}`.trim()),
  );
}

async function nameAtBroker(place: RunPlace): Promise<string | undefined> {
  const directory = directoryOf(place);
  if (!hasModels(directory)) return undefined;
  const { readModelsRecord } = await import("./models-record.ts");
  return readModelsRecord(directory)?.run;
}

function directoryOf({ paths, number }: RunPlace): string {
  return supervisorDirectory(paths.logPath, number);
}

/** Whether an earlier run of the same configuration was led to a broker. */
function isLed({ paths, number }: RunToOpen): boolean {
  return Array.from({ length: number - 1 }, (_, index) => supervisorDirectory(paths.logPath, index + 1)).some(
    hasModels,
  );
}

/** What is known without a look at the run. */
function mayFit(settings: Settings, mode: RuntimeMode): boolean {
  const { broker, brokerCommand, hostLaunchPrefix } = settings;
  const isConfined = sandboxOf(settings, mode) !== "off" && hostLaunchPrefix.length === 0;
  return broker === "auto" && brokerCommand !== undefined && isConfined;
}

/** Its configuration leads to a broker, which would not be there. */
function cannotGoOn({ paths }: RunToOpen): RuntimeError {
  return new RuntimeError(
    "INVALID_CONFIGURATION",
    `subagent ${paths.subagentId} was begun with a broker, and can only go on with one`,
    { remedy: "Set subagent_broker: true, or spawn a new subagent." },
  );
}
