import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { keysOf, ModelBrokerError, startBroker, type Route } from "@retinue/model-broker";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { brokerDirectoryIn } from "../models/open-host-models.ts";
import { callModel } from "./call-model.ts";
import type { Protection } from "./protection.ts";

export interface ModelCheck {
  /** Of the host: holds the keys. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Serves a broker, for calls that are really made: one of the cheapest kind to each route. Left out: none is made. */
  readonly call?: readonly [string, ...string[]] | undefined;
}

/** The routes of the broker: whether their keys are there, and, where that is asked for, whether a model answers. */
export async function checkModels(
  { broker, spool }: Pick<WatcherConfig, "broker" | "spool">,
  { environment, call }: ModelCheck,
): Promise<Protection[]> {
  const found: Protection[] = [];
  const command = broker?.started_by === "operator" ? undefined : call;
  for (const [name, route] of Object.entries(broker?.routes ?? {})) {
    const key = checkKey(name, route, environment);
    found.push(key);
    if (call !== undefined && key.ok)
      found.push(await tryRoute(name, route, { spool, environment, call: command }));
  }
  return found;
}

function checkKey(name: string, route: Route, environment: ModelCheck["environment"]): Protection {
  const what = { name: `the route ${name} has its key`, required: true };
  const { key_env: variable } = route;
  if (variable === undefined) return { ...what, ok: true, found: `${route.upstream} takes none`, remedy: "" };
  try {
    keysOf({ [name]: route }, environment);
    return { ...what, ok: true, found: variable, remedy: "" };
  } catch (error) {
    if (!(error instanceof ModelBrokerError)) throw error;
    return { ...what, ok: false, found: error.message, remedy: error.remedy };
  }
}

async function tryRoute(
  name: string,
  route: Route,
  { spool, environment, call }: ModelCheck & Pick<WatcherConfig, "spool">,
): Promise<Protection> {
  const [model = ""] = route.models;
  const what = { name: `the route ${name} answers`, required: true };
  const remedy = `See that ${route.upstream} can be reached, takes the key, and knows ${model}.`;
  const run = `doctor ${randomBytes(8).toString("hex")}`;
  try {
    const broker = await startBroker({
      directory: brokerDirectoryIn(spool),
      command: call,
      environment: { PATH: environment["PATH"] ?? "" },
    });
    const routes = { [name]: route };
    const sockets = await broker.open({
      run,
      routes,
      keys: keysOf(routes, environment),
      limits: { requests: 1 },
    });
    try {
      const { ok, said } = await callModel(join(sockets, "model.sock"), name, route);
      return { ...what, ok, found: `${model}: ${said}`, remedy };
    } finally {
      await broker.close(run);
      await broker.forget(run);
    }
  } catch (error) {
    if (!(error instanceof ModelBrokerError)) throw error;
    return { ...what, ok: false, found: error.message, remedy: error.remedy };
  }
}
