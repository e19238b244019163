import { environmentNames } from "@retinue/engine-contract";
import {
  apiNamesOf,
  backendInWords,
  backendKind,
  keptByTheHost,
  modelAtServer,
  modelBackends,
  type BackendKind,
  type Routes,
} from "@retinue/model-broker";
import { pickKnown, type Plain } from "./pick-known.ts";
import { refused } from "./refused.ts";
import type { OutboxConfig, WatcherConfig } from "../configure/watcher-config.ts";
import { bridgeUrl, modelSocket } from "../models/bridge.ts";

/** How a run gets its models. */
export interface RunModels {
  /** Those of its outbox that its team asks, with the models that the outbox may have. */
  readonly routes: Routes;
  /** Whether something in its container knows no socket. */
  readonly bridge: boolean;
  /** Of its engine. No key is in it. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Settings of a backend that go with a request to a model, or say how one of the programs works. */
const settings = (
  "temperature top_p top_k max_tokens max_output_tokens max_completion_tokens presence_penalty frequency_penalty seed " +
  "stop stop_sequences parallel_tool_calls reasoning_effort reasoning thinking thinking_config text verbosity " +
  "max_retries stall_timeout_seconds allowed_tools model_reasoning_effort"
).split(" ");

/** Gathers what the agents of one request may ask, and says where each asks it. */
export class RunModelsPlan {
  readonly #host: Pick<WatcherConfig, "broker" | "engine_prompt">;
  readonly #outbox: Pick<OutboxConfig, "name" | "models">;
  readonly #routes = new Map<string, Routes[string]>();
  readonly #environment: Record<string, string> = {};
  #bridge = false;

  constructor(
    host: Pick<WatcherConfig, "broker" | "engine_prompt">,
    outbox: Pick<OutboxConfig, "name" | "models">,
  ) {
    this.#host = host;
    this.#outbox = outbox;
  }

  /** Undefined where no agent asks a model. */
  get models(): RunModels | undefined {
    if (this.#routes.size === 0) return undefined;
    return {
      routes: Object.fromEntries(this.#routes),
      bridge: this.#bridge,
      environment: this.#environment,
    };
  }

  /**
   * The backend of an agent as its engine gets it: where it asks is the host's.
   *
   * @throws LaunchWatcherError REQUEST_REFUSED, naming what the outbox may ask.
   */
  backend(agent: unknown, given: Plain, at: { where: string; leftOut: string[] }): Plain {
    const { type, model: named, enable_web_search: search } = given;
    const who = `agent ${JSON.stringify(agent)}`;
    const kind = backendKind(given);
    if (kind === undefined || !this.#isOffered)
      throw refused(
        `${who} has a backend of ${backendInWords(given)}, which needs a network, and containers have none`,
        `Use agents of type command${this.#isOffered ? `, ${modelBackends.join(", ")}` : ""}, or run this team in isolated mode.`,
      );
    if (kind.unpacks === true)
      throw refused(
        `${who} has a backend of ${backendInWords(given)}, which unpacks itself into its home, and there a container executes nothing`,
        "Take another agent, or run this team in isolated mode.",
      );
    const model = typeof named === "string" ? modelAtServer(kind, named) : named;
    const offered = Object.entries(this.#offered).filter(([name, route]) =>
      apiNamesOf(name, route).includes(kind.api),
    );
    const [name, route] =
      offered.find(([, { models }]) => model === undefined || models.includes(String(model))) ?? [];
    if (name === undefined || route === undefined)
      throw refused(
        `${who} wants ${model === undefined ? "a model" : `the model ${JSON.stringify(model)}`} by a backend of type ${String(type)}, which the outbox ${this.#outbox.name} may not ask`,
        offered.length === 0
          ? "Ask whoever runs this host for a route of the broker, or run this team in isolated mode."
          : `It may ask ${offered.flatMap(([, { models }]) => models).join(", ")}.`,
      );
    this.#routes.set(name, route);
    const wantsSearch = search === true && route.grants.vendor_tools;
    const kept = pickKnown(
      given,
      [
        "type",
        "model",
        "cwd",
        ...(type === "acp" ? ["agent", "mode"] : []),
        ...settings,
        ...(wantsSearch ? ["enable_web_search"] : []),
      ],
      at,
    );
    const { cwd: _cwd, ...rest } = kept;
    return { ...rest, model: named ?? route.models[0], base_url: this.#address(name, kind) };
  }

  #address(name: string, { isProgram, baseUrl, key, version }: BackendKind): string {
    const isBridged =
      isProgram || this.#host.engine_prompt === "argument" || this.#host.broker?.network !== undefined;
    const address = `${isBridged ? bridgeUrl : "http://model-broker"}/${name}${version}`;
    // The SDKs want one.
    this.#environment[key] = keptByTheHost;
    if (isBridged) {
      this.#bridge = true;
      if (baseUrl !== undefined) this.#environment[baseUrl] ??= address;
    } else this.#environment[environmentNames.modelSocket] = modelSocket;
    return address;
  }

  get #isOffered(): boolean {
    return Object.keys(this.#offered).length > 0;
  }

  /** The routes of the outbox, in its order, each with the models that it may have. */
  get #offered(): Routes {
    const routes = this.#host.broker?.routes ?? {};
    return Object.fromEntries(
      Object.entries(this.#outbox.models).flatMap(([name, models]) => {
        const route = Object.hasOwn(routes, name) ? routes[name] : undefined;
        return route === undefined ? [] : [[name, { ...route, models }]];
      }),
    );
  }
}
