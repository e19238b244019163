import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { installedProgram } from "../clients/installed-program.ts";
import { eventually } from "../eventually.ts";
import { dockerEngine, noDockerEngine } from "./docker-engine.ts";

const builder = join(import.meta.dirname, "../../../../docker/child-image-from-local.sh");

/** Which agents an image holds: those that install together. */
export type AgentsOfImage = keyof typeof images;
const images = {
  "command-line": { name: "retinue-agents:test", programs: ["claude", "codex", "gemini"] },
  acp: {
    name: "retinue-acp-agents:test",
    programs: ["claude-agent-acp", "codex-acp", "opencode", "qwen"],
  },
} as const;

/** Why there is no such image here; undefined when there can be. An error where everything is required. */
export function noAgentsImage(required: string | undefined, of: AgentsOfImage = "command-line") {
  const missing = images[of].programs.map((name) => installedProgram(name).missing).find(Boolean);
  return noDockerEngine(required) ?? missing;
}

/**
 * An image of `dockerEngine` that holds Claude Code, Codex and Gemini CLI beside `retinue-child`, or agents that speak
 * ACP, of this machine's own files. Some 700 MB, of the others 1.3 GB: whoever needs one first makes it, once for an
 * engine.
 */
export async function agentsImage(of: AgentsOfImage = "command-line"): Promise<string> {
  const { socket } = await dockerEngine();
  const place = join(dirname(socket), `agents-image-${of}`);
  const made = join(place, "made");
  try {
    mkdirSync(place);
    writeFileSync(made, await make(socket, of));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const said = await eventually(
    "the image with the agents",
    () => existsSync(made) && readFileSync(made, "utf8"),
    200,
  );
  if (said !== "well") throw new Error(`the image with the agents: ${said}`);
  return images[of].name;
}

/** What becomes of it is told to whoever else waits for it. */
async function make(socket: string, of: AgentsOfImage): Promise<string> {
  const { name, programs } = images[of];
  // <cache>/agents/node_modules/.bin/claude
  const agents = dirname(dirname(dirname(installedProgram(programs[0]).path)));
  // oxlint-disable-next-line no-restricted-properties, node/no-process-env -- only tests call it
  const env = { ...process.env, DOCKER_HOST: `unix://${socket}` };
  try {
    await promisify(execFile)(builder, ["--agents", agents, name], { env });
    return "well";
  } catch (error) {
    return String(error);
  }
}
