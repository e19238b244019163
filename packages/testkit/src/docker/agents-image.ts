import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { installedProgram } from "../clients/installed-program.ts";
import { eventually } from "../eventually.ts";
import { dockerEngine, noDockerEngine } from "./docker-engine.ts";

const image = "retinue-agents:test";
const builder = join(import.meta.dirname, "../../../../docker/child-image-from-local.sh");
const programs = ["claude", "codex", "gemini"] as const;

/** Why there is no such image here; undefined when there can be. An error where everything is required. */
export function noAgentsImage(required: string | undefined): string | undefined {
  return noDockerEngine(required) ?? programs.map((name) => installedProgram(name).missing).find(Boolean);
}

/**
 * An image of `dockerEngine` that holds Claude Code, Codex and Gemini CLI beside `retinue-child`, of this machine's own
 * files. Some 700 MB: whoever needs it first makes it, once for an engine.
 */
export async function agentsImage(): Promise<string> {
  const { socket } = await dockerEngine();
  const place = join(dirname(socket), "agents-image");
  const made = join(place, "made");
  try {
    mkdirSync(place);
    writeFileSync(made, await make(socket));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const said = await eventually(
    "the image with the agents",
    () => existsSync(made) && readFileSync(made, "utf8"),
    200,
  );
  if (said !== "well") throw new Error(`the image with the agents: ${said}`);
  return image;
}

/** What becomes of it is told to whoever else waits for it. */
async function make(socket: string): Promise<string> {
  // <cache>/agents/node_modules/.bin/claude
  const agents = dirname(dirname(dirname(installedProgram("claude").path)));
  // oxlint-disable-next-line no-restricted-properties, node/no-process-env -- only tests call it
  const env = { ...process.env, DOCKER_HOST: `unix://${socket}` };
  try {
    await promisify(execFile)(builder, ["--agents", agents, image], { env });
    return "well";
  } catch (error) {
    return String(error);
  }
}
