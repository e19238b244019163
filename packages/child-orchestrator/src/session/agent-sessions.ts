import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { AgentSession } from "../ask/agent-backend.ts";
import { replaceFile } from "../record/replace-file.ts";

const fileSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
const fileName = "agent_sessions.json";

/** The agents' own sessions, kept beside the turns so that a continuation goes on with them. */
export interface AgentSessions {
  of(agentId: string): AgentSession | undefined;
  keep(agentId: string, session: AgentSession): void;
}

/** A file that cannot be read is none: an agent that is not known begins anew. */
export function agentSessions(directory: string): AgentSessions {
  const path = join(directory, fileName);
  const sessions = new Map(Object.entries(read(path)));
  return {
    of: (agentId) => sessions.get(agentId),
    keep(agentId, session) {
      if (JSON.stringify(sessions.get(agentId)) === JSON.stringify(session)) return;
      sessions.set(agentId, session);
      replaceFile(path, `${JSON.stringify(Object.fromEntries(sessions), undefined, 2)}\n`);
    },
  };
}

function read(path: string): Record<string, AgentSession> {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, "utf8")), { jitless: true });
  } catch {
    return {};
  }
}
