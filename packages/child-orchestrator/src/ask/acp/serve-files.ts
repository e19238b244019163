import type {
  ReadTextFileRequest,
  ReadTextFileResponse,
  WriteTextFileRequest,
} from "@agentclientprotocol/sdk";
import { readTextWithin, writeFileWithin } from "@retinue/contained-fs";
import type { AgentRequest } from "../../contract/agent-backend.ts";
import { places, ToolRefusal } from "../model/tools/places.ts";
import { isOwnSettings } from "./own-settings.ts";

const maxBytes = 16 * 1024 * 1024;

/** The protocol's methods for files, within an agent's places. */
export interface FileService {
  read(request: ReadTextFileRequest): Promise<ReadTextFileResponse>;
  write(request: WriteTextFileRequest): Promise<void>;
}

/** Reads where the agent may read and writes in its own directory; no link beneath them is followed. @throws ToolRefusal */
export function fileService(request: AgentRequest): FileService {
  const allowed = places(request);
  return {
    read: ({ path, line, limit }) =>
      allowed.read(path, ({ root, beneath }) => {
        const { text } = readTextWithin(root, beneath, { maxBytes });
        if (!line && !limit) return { content: text };
        const first = Math.max(0, (line ?? 1) - 1);
        const lines = text.split("\n").slice(first, limit ? first + limit : undefined);
        return { content: lines.join("\n") };
      }),
    write: ({ path, content }) =>
      allowed.write(path, ({ root, beneath }) => {
        if (isOwnSettings("/", `/${beneath}`))
          throw new ToolRefusal(`its program would take settings from ${path} at its next start`);
        writeFileWithin(root, beneath, content, { durable: false });
      }),
  };
}
