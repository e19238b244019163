import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Finding } from "@retinue/errors";
import { keysOf } from "../configure/keys-of.ts";
import type { Route, Routes } from "../configure/route.ts";
import { startBroker } from "../control/start-broker.ts";
import { socketName } from "../run/broker-directory.ts";
import { brokerEnvironment } from "./broker-environment.ts";
import { callModel } from "./call-model.ts";
import { answerOf, failureOf } from "./route-findings.ts";
import { checkRemoteRoutes } from "./check-remote-routes.ts";
import type { RemoteRuns } from "./remote-runs.ts";

/** How routes are looked at. */
export interface RouteCheck {
  /** Of the host: holds the keys. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of the broker through which calls are really made, one of the cheapest kind to each route. Left out: none is. */
  readonly call?:
    | { readonly directory: string; readonly command: readonly [string, ...string[]] | undefined }
    | undefined;
  /** The broker is on another machine, which has the keys. */
  readonly remote?: RemoteRuns | undefined;
}

/** Of each route whether its key is there, and, where that is asked for, whether a model answers. */
export async function checkRoutes(
  routes: Routes,
  { environment, call, remote }: RouteCheck,
): Promise<Finding[]> {
  if (remote !== undefined) return checkRemoteRoutes(routes, remote, call !== undefined);
  const found: Finding[] = [];
  for (const [name, route] of Object.entries(routes)) {
    const key = checkKey(name, route, environment);
    found.push(key);
    if (call !== undefined && key.ok) found.push(await tryRoute(name, route, environment, call));
  }
  return found;
}

function checkKey(name: string, route: Route, environment: RouteCheck["environment"]): Finding {
  const what = { name: `the route ${name} has its key` };
  const { key_env: variable } = route;
  if (variable === undefined) return { ...what, ok: true, found: `${route.upstream} takes none` };
  try {
    keysOf({ [name]: route }, environment);
    return { ...what, ok: true, found: variable };
  } catch (error) {
    return { ...what, ...failureOf(error) };
  }
}

async function tryRoute(
  name: string,
  route: Route,
  environment: RouteCheck["environment"],
  { directory, command }: NonNullable<RouteCheck["call"]>,
): Promise<Finding> {
  const what = { name: `the route ${name} answers` };
  const run = `doctor ${randomBytes(8).toString("hex")}`;
  try {
    const broker = await startBroker({ directory, command, environment: brokerEnvironment(environment) });
    const routes = { [name]: route };
    const keys = keysOf(routes, environment);
    const sockets = await broker.open({ run, routes, keys, limits: { requests: 1 } });
    try {
      return answerOf(what, route, await callModel({ socketPath: join(sockets, socketName) }, name, route));
    } finally {
      await broker.close(run);
      await broker.forget(run);
    }
  } catch (error) {
    return { ...what, ...failureOf(error) };
  }
}
