import { setTimeout as delay } from "node:timers/promises";
import type { KubernetesObject } from "@kubernetes/client-node";
import type { ClusterClient } from "./cluster-client.ts";

interface Listed<T> {
  readonly items: T[];
  readonly metadata?: { resourceVersion?: string } | undefined;
}

export interface Followed<T> {
  /** Where the watch is made. */
  readonly path: string;
  /** Which of those that are there. */
  readonly selector: { readonly labelSelector: string } | { readonly fieldSelector: string };
  readonly list: () => Promise<Listed<T>>;
  readonly onObject: (object: T) => void;
  readonly onDeleted: (object: T) => void;
  /** Told all that there were at a version, after each list: what was known of before, and is not among them, was deleted. */
  readonly onListed: (objects: T[], version: string) => void;
}

const firstMilliseconds = 250;
const maxMilliseconds = 30_000;
const longMilliseconds = 5000;

/**
 * Follows the objects of one kind for as long as the client lives: lists them, watches from that version on, goes on
 * from the last one that it heard of, by bookmarks as well, and lists anew where that is too old (410).
 */
export async function followObjects<T extends KubernetesObject>(
  client: Pick<ClusterClient, "watch" | "turn" | "ended">,
  followed: Followed<T>,
): Promise<void> {
  let version = "";
  let failures = 0;
  while (!client.ended.aborted) {
    try {
      if (version === "") {
        const { items, metadata } = await followed.list();
        version = metadata?.resourceVersion ?? "";
        followed.onListed(items, version);
      }
      await client.turn();
      const began = performance.now();
      version = await watchFrom(client, followed, version, () => (failures = 0));
      // It was quiet, and is made anew: what comes next is not to be heard of late.
      if (performance.now() - began > longMilliseconds) failures = 0;
    } catch (error) {
      if ((error as { statusCode?: number }).statusCode === 410) version = "";
    }
    if (client.ended.aborted) return;
    const wait = Math.min(firstMilliseconds * 2 ** failures, maxMilliseconds);
    failures += 1;
    await delay(wait, undefined, { signal: client.ended }).catch(() => {});
  }
}

/** Until the connection ends. The version to go on from; empty where it is too old. */
function watchFrom<T extends KubernetesObject>(
  { watch, ended }: Pick<ClusterClient, "watch" | "ended">,
  { path, selector, onObject, onDeleted }: Followed<T>,
  from: string,
  onEvent: () => void,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let version = from;
  const query = { resourceVersion: from, allowWatchBookmarks: true, ...selector };
  const take = (phase: string, object: T & { code?: number }) => {
    if (phase === "ERROR") return void (version = object.code === 410 ? "" : version);
    onEvent();
    version = object.metadata?.resourceVersion ?? version;
    if (phase === "DELETED") onDeleted(object);
    else if (phase !== "BOOKMARK") onObject(object);
  };
  // A watch without an event for half a minute is made anew from where it stood.
  const done = (error: unknown) =>
    (error as { statusCode?: number } | null)?.statusCode === undefined ? resolve(version) : reject(error);
  void watch.watch(path, query, take, done).then((connection) => {
    const end = () => connection.abort();
    if (ended.aborted) return end();
    ended.addEventListener("abort", end);
    const forget = () => ended.removeEventListener("abort", end);
    promise.then(forget, forget);
  }, reject);
  return promise;
}

/** Of an object, to be compared with others of its kind: they are etcd's revisions. */
export function versionOf({ metadata }: KubernetesObject): bigint {
  return BigInt(metadata?.resourceVersion ?? 0);
}
