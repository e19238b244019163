import type { Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import type { SubagentManager } from "@retinue/runtime";
import { newestFirst } from "../reply/page-of.ts";
import { resourceKinds, uriOf, type ResourceKind } from "./subagent-uri.ts";

const pageSubagents = 50;

const kinds = Object.keys(resourceKinds) as ResourceKind[];

/** What can be read of any subagent. */
export const resourceTemplates: ResourceTemplateType[] = kinds.map((kind) => ({
  uriTemplate: `subagent://{id}/${kind}`,
  name: kind,
  ...resourceKinds[kind],
}));

/** What can be read of the newest subagents, of 50 on a page: of those that run the draft, of the others the answer. */
export async function listResources(
  manager: SubagentManager,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const from = /^\d{1,9}$/.test(cursor ?? "") ? Number(cursor) : 0;
  const rows = newestFirst(await manager.list());
  const resources = rows.slice(from, from + pageSubagents).flatMap(({ subagent_id: subagentId, status }) => {
    const has = [status === "running" ? "draft" : "answer", "status", "log"] as const;
    return has.map((kind) => ({
      uri: uriOf({ subagentId, kind }),
      name: `${subagentId} ${kind}`,
      ...resourceKinds[kind],
    }));
  });
  const next = from + pageSubagents;
  return { resources, ...(next < rows.length && { nextCursor: String(next) }) };
}
