import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { SubagentManager } from "@retinue/runtime";
import { shownName } from "@retinue/status-model";
import { refusalOf } from "../refuse/refusal.ts";
import { readResource } from "./read-resource.ts";
import { parseUri, resourceKinds, type SubagentResource } from "./subagent-uri.ts";

export { FollowedResources } from "./followed-resources.ts";
export { listResources, resourceTemplates } from "./list-resources.ts";

/** @throws ProtocolError for a URI that is none of ours. */
export function requireResource(uri: string): SubagentResource {
  const resource = parseUri(uri);
  if (resource !== undefined) return resource;
  const kinds = Object.keys(resourceKinds).join(", ");
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `${shownName(uri)} is no subagent://ID/KIND; kinds are ${kinds}`,
  );
}

/** @throws ResourceNotFoundError saying what there is instead. */
export async function resourceContents(uri: string, manager: SubagentManager) {
  const resource = requireResource(uri);
  const text = await readResource(resource, manager).catch((error: unknown) => {
    const { code, message, remedy } = refusalOf(error);
    if (code === "UNKNOWN_SUBAGENT") throw new ResourceNotFoundError(uri, `${message}. ${remedy}`);
    throw error;
  });
  if (text === undefined) throw new ResourceNotFoundError(uri, nothingYet(resource));
  return { contents: [{ uri, mimeType: resourceKinds[resource.kind].mimeType, text }] };
}

function nothingYet({ subagentId, kind }: SubagentResource): string {
  const instead = kind === "answer" ? "While it runs read its draft." : "Read its status.";
  return `Subagent ${subagentId} has no ${kind}. ${instead}`;
}
