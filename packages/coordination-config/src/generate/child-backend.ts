import { provides, type AgentConfig, type Run } from "@retinue/engine-contract";
import type { TeamMember } from "../resolve/resolved-team.ts";
import {
  codeToolSettings,
  dockerSettings,
  mediaSettings,
  ownBackendTypes,
  ownToEachRun,
  parentsAlone,
} from "./inherited-backend-settings.ts";
import { present } from "./present.ts";

type Settings = Readonly<Record<string, unknown>>;

export interface BackendOverrides {
  /** The agent's own directory. */
  readonly cwd: string;
  /** Of the task; replaces the backend's. */
  readonly model?: string | undefined;
  /** Of `subagent_orchestrator`. */
  readonly webSearch?: boolean | null | undefined;
  /** The role needs a search: this engine's, where nothing says whether there is to be one. */
  readonly searchBy?: Run["engine"] | undefined;
}

/** The backend of an agent of a child's team: its own settings, and what it takes over from its parent. */
export function childBackend(
  member: TeamMember,
  { cwd, model, webSearch, searchBy }: BackendOverrides,
): AgentConfig["backend"] {
  const own = { ...ofOwnType(member), ...copied(member) };
  const asWritten = member.origin === "as-written" || ownBackendTypes.has(String(own["type"]));
  const settings = asWritten
    ? { enable_mcp_command_line: false, ...own, ...present({ enable_web_search: webSearch }) }
    : inheriting(own, member, webSearch);
  const searches = searchBy !== undefined && isSearchOffered(searchBy, settings);
  // The type is checked with everything else, when the finished document is validated.
  return {
    ...settings,
    ...(searches && { enable_web_search: true }),
    ...present({ model }),
    cwd,
  } as unknown as AgentConfig["backend"];
}

/** Whether a search could be switched on, and nobody has said anything of it. */
function isSearchOffered(engine: Run["engine"], backend: Settings): boolean {
  if (backend["enable_web_search"] !== undefined) return false;
  return (
    provides(engine, { ...backend, enable_web_search: true }, "web") === true &&
    !provides(engine, backend, "web")
  );
}

function inheriting(own: Settings, member: TeamMember, webSearch: boolean | null | undefined): Settings {
  const fallback = present(member.fallback);
  const either = (...keys: string[]) =>
    present(Object.fromEntries(keys.map((key) => [key, own[key] ?? fallback[key]])));
  const commands = own["enable_mcp_command_line"] ?? fallback["enable_mcp_command_line"] ?? false;
  const mode =
    commands === true
      ? { command_line_execution_mode: "local", ...either("command_line_execution_mode") }
      : {};
  const derived: Settings = {
    ...either("type", "model", "base_url", ...mediaSettings),
    enable_mcp_command_line: commands,
    ...mode,
    ...(Object.values(mode).includes("docker") && either(...dockerSettings)),
    ...picked(fallback, codeToolSettings),
    ...(own["type"] === undefined ? either("reasoning", "api_key") : picked(own, ["reasoning", "api_key"])),
    ...present({ enable_web_search: webSearch ?? fallback["enable_web_search"] }),
  };
  if (member.origin === "reduced") return derived;
  const { command_line_execution_mode: _mode, ...rest } = own;
  return { ...rest, ...derived };
}

/** The parent's settings, where a member without a type gets one of ours: the lists have nothing of those. */
function ofOwnType({ backend, fallback }: TeamMember): Settings {
  if (backend["type"] != null || !ownBackendTypes.has(String(fallback["type"]))) return {};
  return copied({ backend: fallback, origin: "inherited" });
}

/** A member's settings that may be copied at all. */
function copied({ backend, origin }: Pick<TeamMember, "backend" | "origin">): Settings {
  // No parent of MassGen's is of that type: what stands there is written down for children.
  const isWrittenDown = origin === "explicit" || backend["type"] === "acp";
  const stays = (key: string) => ownToEachRun.has(key) || (!isWrittenDown && parentsAlone.has(key));
  return present(Object.fromEntries(Object.entries(backend).filter(([key]) => !stays(key))));
}

function picked(from: Settings, keys: readonly string[]): Settings {
  return present(Object.fromEntries(keys.map((key) => [key, from[key]])));
}
