import { join } from "node:path";
import { readTextWithin, withRoot } from "@retinue/contained-fs";
import { z } from "zod";
import type { AgentSession } from "../contract/agent-backend.ts";
import { replaceFile } from "../record/replace-file.ts";

const fileSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
const fileName = "agent_sessions.json";
/** Ids and counts of ten agents. Agents may write here: no FIFO and no link is opened. */
const maxBytes = 1024 * 1024;

/** The agents' own sessions, kept beside the turns so that a continuation goes on with them. */
export interface AgentSessions {
  of(agentId: string): AgentSession | undefined;
  keep(agentId: string, session: AgentSession): void;
}

/** A file that cannot be read is none: an agent that is not known begins anew. */
export function agentSessions(directory: string): AgentSessions {
  const path = join(directory, fileName);
  const sessions = new Map(Object.entries(read(directory)));
  return {
    of: (agentId) => sessions.get(agentId),
    keep(agentId, session) {
      if (JSON.stringify(sessions.get(agentId)) === JSON.stringify(session)) return;
      sessions.set(agentId, session);
      replaceFile(path, `${JSON.stringify(Object.fromEntries(sessions), undefined, 2)}\n`);
    },
  };
}

function read(directory: string): Record<string, AgentSession> {
  try {
    const { text } = withRoot(directory, (root) => readTextWithin(root, fileName, { maxBytes }));
    return fileSchema.parse(JSON.parse(text), { jitless: true });
  } catch {
    return {};
  }
}
