import type { Server } from "@modelcontextprotocol/server";
import type { SubagentManager } from "@retinue/runtime";
import type { FollowedResources } from "./followed-resources.ts";

// Loaded when it is first asked for, as the tools are.
const requests = () => import("./resource-requests.ts");

/**
 * Serves what there is to read of each subagent as `subagent://ID/answer`, `/draft`, `/status` and `/log`.
 *
 * @param subscribe Whether there are subscriptions. Those of the newer era are `resourceListeners`.
 */
export function serveResources(
  server: Server,
  manager: () => Promise<SubagentManager>,
  subscribe: boolean,
): void {
  server.setRequestHandler("resources/templates/list", async () => {
    const { resourceTemplates } = await requests();
    return { resourceTemplates };
  });
  server.setRequestHandler("resources/list", async ({ params }) => {
    const { listResources } = await requests();
    return listResources(await manager(), params?.cursor);
  });
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const { resourceContents } = await requests();
    return resourceContents(uri, await manager());
  });
  if (subscribe) serveSubscriptions(server, manager);
}

/** For as long as the connection lasts. */
function serveSubscriptions(server: Server, manager: () => Promise<SubagentManager>): void {
  let following: Promise<FollowedResources> | undefined;
  const changed = (uri: string) => void server.sendResourceUpdated({ uri }).catch(() => {});
  const follow = async () => {
    const [opened, { FollowedResources: Followed }] = await Promise.all([manager(), requests()]);
    return new Followed(opened, changed);
  };
  const followed = () => {
    following ??= follow();
    following.catch(() => (following = undefined));
    return following;
  };
  const letGo = () => void following?.then((each) => each[Symbol.dispose]()).catch(() => {});
  Object.assign(server, { onclose: letGo });

  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }) => {
    (await requests()).requireResource(uri);
    await (await followed()).add(uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", async ({ params: { uri } }) => {
    (await following)?.remove(uri);
    return {};
  });
}
