import { isWithin } from "@retinue/contained-fs";
import { isAbsolute, resolve } from "node:path";
import type { AgentRequest } from "../../contract/agent-backend.ts";
import { hiddenPaths, realPlace } from "../hidden-paths.ts";
import { isOwnSettings } from "./own-settings.ts";
import type { ToolCallSeen } from "./session-update.ts";

export interface PolicyOptions {
  readonly mayFetch: boolean;
  /** Names of the tool servers that were handed on. */
  readonly servers: readonly string[];
}

/** Why a use of a tool is refused; undefined: it is allowed. */
export type Policy = (call: ToolCallSeen) => string | undefined;

/** Names under which agents say which file it is. */
const pathKeys =
  /^(abs(olute)?_?)?(file|dir(ectory)?|notebook|target|source|destination)?_?path$|^(dir|directory|file_?name)$/i;

/** What an agent may do by its role: read in its places, write in its own, run commands in a sandbox, fetch where it may search the web. */
export function permissionPolicy(request: AgentRequest, { mayFetch, servers }: PolicyOptions): Policy {
  const { workspace, contextPaths, hiddenPaths: hidden, teamFiles } = request;
  const isHidden = hiddenPaths({ hidden, contextPaths, own: [workspace, teamFiles] });
  const own = realPlace(workspace);
  const readable = [own, ...contextPaths.map(realPlace), realPlace(teamFiles)];
  const isReadable = (path: string) => readable.some((place) => isWithin(path, place)) && !isHidden(path);
  return (call) => {
    const paths = pathsOf(call).map((path) => realPlace(isAbsolute(path) ? path : resolve(workspace, path)));
    const outside = (isIn: (path: string) => boolean) => paths.find((path) => !isIn(path));
    switch (call.kind) {
      case "think":
        return undefined;
      case "search":
      case "read": {
        const path = outside(isReadable);
        if (path !== undefined) return `${path} is not in one of its places`;
        return call.kind === "read" && paths.length === 0 ? "it names no file" : undefined;
      }
      case "edit":
      case "delete":
      case "move": {
        const path = outside((each) => isWithin(each, own));
        if (path !== undefined) return `${path} is not in its own directory`;
        const settings = paths.find((each) => isOwnSettings(own, each));
        if (settings !== undefined)
          return `its program would take settings from ${settings} at its next start`;
        return paths.length === 0 ? "it names no file" : undefined;
      }
      case "execute":
        return request.hasShell || isShownAsCommand(call, servers)
          ? undefined
          : "commands run in a sandbox only, and where its role needs them";
      case "fetch":
        return mayFetch ? undefined : "it may not use the web (enable_web_search)";
      default:
        return isOfServer(call, servers)
          ? undefined
          : `its role gives it no such tool (${call.kind ?? "no kind"})`;
    }
  };
}

function pathsOf({ locations, rawInput, content }: ToolCallSeen): string[] {
  const input = typeof rawInput === "object" && rawInput !== null ? Object.entries(rawInput) : [];
  const named = input.flatMap(([key, value]) =>
    pathKeys.test(key) && typeof value === "string" ? [value] : [],
  );
  const diffs = (content ?? []).flatMap(({ type, path }) =>
    type === "diff" && typeof path === "string" ? [path] : [],
  );
  return [...new Set([...(locations ?? []).map(({ path }) => path), ...named, ...diffs])];
}

/**
 * Agents name such tools mcp__SERVER__TOOL, mcp_SERVER_TOOL, mcp.SERVER.TOOL, SERVER_TOOL or TOOL (SERVER MCP Server). A
 * title counts as a whole only, and where nothing else tells: of other tools their models write it.
 */
function isOfServer(call: ToolCallSeen, servers: readonly string[]): boolean {
  const { title, _meta: own } = call;
  const named = call.name ?? own?.toolName ?? own?.claudeCode?.toolName ?? title ?? "";
  return servers.some((server) => {
    const pattern = `^(mcp_+|mcp\\.)?${escaped(server)}[_./:]\\S+$|^\\S+ \\(${escaped(server)} MCP Server\\)$`;
    return new RegExp(pattern, "i").test(named);
  });
}

/** Codex' adapter shows such a tool as a command; which it is, stands beside it. */
function isShownAsCommand({ _meta: own, rawInput }: ToolCallSeen, servers: readonly string[]): boolean {
  const { server } = Object(rawInput) as { readonly server?: unknown };
  return own?.is_mcp_tool_call === true && typeof server === "string" && servers.includes(server);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
