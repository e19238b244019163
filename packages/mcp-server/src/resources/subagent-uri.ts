import { isId } from "@retinue/engine-contract";

/** What there is to read of a subagent, and as what. */
export const resourceKinds = {
  answer: { mimeType: "text/markdown", description: "What its last run came back with, whole" },
  draft: {
    mimeType: "text/markdown",
    description: "What would be recovered if it ended now: an answer, or a draft",
  },
  status: { mimeType: "application/json", description: "Where its last run stands" },
  log: { mimeType: "text/plain", description: "The last events of its engine" },
} as const;

export type ResourceKind = keyof typeof resourceKinds;

export interface SubagentResource {
  readonly subagentId: string;
  readonly kind: ResourceKind;
}

/** `subagent://ID/KIND` */
export function uriOf({ subagentId, kind }: SubagentResource): string {
  return `subagent://${subagentId}/${kind}`;
}

/** What a URI names; undefined when it is none of ours. */
export function parseUri(uri: string): SubagentResource | undefined {
  const [, subagentId = "", kind = ""] = /^subagent:\/\/([^/]+)\/([a-z]+)$/.exec(uri) ?? [];
  return isId(subagentId) && Object.hasOwn(resourceKinds, kind)
    ? { subagentId, kind: kind as ResourceKind }
    : undefined;
}
