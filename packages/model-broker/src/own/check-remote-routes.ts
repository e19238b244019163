import { randomBytes } from "node:crypto";
import type { Finding } from "@retinue/errors";
import type { Routes } from "../configure/route.ts";
import { connectBroker } from "../control/connect-broker.ts";
import { networkModels, newToken, type RemoteRuns } from "./remote-runs.ts";
import { callModel } from "./call-model.ts";
import { answerOf, failureOf } from "./route-findings.ts";

/** Whether that broker answers, and, where that is asked for, whether a model of each route does. Its keys are its own. */
export async function checkRemoteRoutes(
  routes: Routes,
  remote: RemoteRuns,
  calls: boolean,
): Promise<Finding[]> {
  const what = { name: "the broker answers" };
  const { host, controlPort } = remote.address;
  const broker = connectBroker(remote.address);
  const found: Finding[] = [];
  try {
    await broker.status();
    found.push({ ...what, ok: true, found: `${host}:${controlPort}` });
  } catch (error) {
    return [{ ...what, ...failureOf(error) }];
  }
  for (const name of calls ? Object.keys(routes) : []) found.push(await tryRemote(name, routes, remote));
  return found;
}

async function tryRemote(name: string, all: Routes, remote: RemoteRuns): Promise<Finding> {
  const what = { name: `the route ${name} answers` };
  const run = `doctor ${randomBytes(8).toString("hex")}`;
  const broker = connectBroker(remote.address);
  const { [name]: route } = all;
  if (route === undefined) return { ...what, ok: false, found: "there is none" };
  const { token, sha256 } = newToken();
  try {
    await broker.open({ run, routes: { [name]: route }, token_sha256: sha256, limits: { requests: 1 } });
    try {
      const place = networkModels(remote, remote.address.host, token);
      return answerOf(what, route, await callModel(place, name, route));
    } finally {
      await broker.close(run);
      await broker.forget(run);
    }
  } catch (error) {
    return { ...what, ...failureOf(error) };
  }
}
