import type { SubagentManager } from "@retinue/runtime";
import type { FollowedResources } from "./followed-resources.ts";
import { parseUri } from "./subagent-uri.ts";

/**
 * What clients of the newer era listen to. Their `subscriptions/listen` is answered by the transport's side of the SDK
 * and never reaches a server, so whoever has the transport says here what it asks for.
 */
export interface ResourceListeners extends Disposable {
  /** Follows these URIs until the function that it returns is called. What is no resource of a subagent is left alone. */
  listen(uris: readonly string[]): () => void;
}

export interface ResourceListenersOptions {
  /** Asked for when somebody listens, and not before. */
  readonly manager: () => Promise<SubagentManager>;
  /** Called with a URI that is listened to whose resource has changed, or is that of a run that has ended. Must not throw. */
  readonly changed: (uri: string) => void;
  /** Told of faults that no client can be told of. Must not throw. Default: nobody. */
  readonly onFault?: (error: unknown) => void;
}

/** Follows what is listened to, whichever server has the run: each resource is looked at every two seconds, once for all. */
export function resourceListeners({
  manager,
  changed,
  onFault = () => {},
}: ResourceListenersOptions): ResourceListeners {
  const listening = new Map<string, number>();
  let following: Promise<FollowedResources> | undefined;
  const follow = async () => {
    const [opened, { FollowedResources: Followed }] = await Promise.all([
      manager(),
      import("./followed-resources.ts"),
    ]);
    return new Followed(opened, changed);
  };
  const takeUp = async (uri: string) => {
    if (!listening.has(uri)) return;
    following ??= follow();
    following.catch(() => (following = undefined));
    await (await following).add(uri);
    // Its client was answered before: an end in between is news to it.
    const { subagentId = "" } = parseUri(uri) ?? {};
    const result = await (await manager()).result(subagentId).catch(() => undefined);
    if (result !== undefined && listening.has(uri)) changed(uri);
  };
  // One after the other: what is let go of while it is being taken up stays let go of.
  let last = Promise.resolve();
  const then = (step: () => Promise<void>) => void (last = last.then(step).catch(onFault));
  const count = (uri: string, by: number) => {
    const now = (listening.get(uri) ?? 0) + by;
    if (now === 0) listening.delete(uri);
    else listening.set(uri, now);
    if (by > 0 && now === 1) then(() => takeUp(uri));
    if (now === 0) then(async () => (await following)?.remove(uri));
  };
  return {
    listen(uris) {
      let heard = [...new Set(uris)].filter((uri) => parseUri(uri) !== undefined);
      for (const uri of heard) count(uri, 1);
      return () => {
        for (const uri of heard) count(uri, -1);
        heard = [];
      };
    },
    [Symbol.dispose]: () => then(async () => (await following)?.[Symbol.dispose]()),
  };
}
