import { z } from "zod";
import { isContained } from "../is-contained.ts";
import { runProgram } from "../program/run-program.ts";
import { lastWords } from "./describe-failure.ts";

/** What there is of Codex here that its flags have to know. */
export interface CodexHere {
  /** Names of the MCP servers in the user's configuration. */
  readonly mcpServers: readonly string[];
  readonly loggedIn: boolean;
}

const serversSchema = z.array(z.looseObject({ name: z.string().regex(/^[A-Za-z0-9_-]+$/) }));
/** Far more than it takes; it is asked for nothing that needs the network. */
const patienceMilliseconds = 30_000;

/**
 * Asks Codex itself, which reads its configuration as it will for the agent.
 *
 * @throws Error when its sandbox does not work here: it would refuse every command and file; and when
 *   the user's MCP servers cannot be told: they could not be kept out of the agent.
 */
export async function examineCodex(
  environment: Readonly<Record<string, string>>,
  cwd: string,
): Promise<CodexHere> {
  const ask = (...args: string[]) => {
    const stop = AbortSignal.timeout(patienceMilliseconds);
    return runProgram({ command: ["codex", ...args], cwd, environment, input: "", finish: stop, stop });
  };
  // It copies the machine's mounts, and fails when one goes meanwhile: where containers come and go.
  const trySandbox = async (tries: number): ReturnType<typeof ask> => {
    const end = await ask("sandbox", "--", "true");
    return end.exitCode !== 0 && end.startError === undefined && tries > 1 ? trySandbox(tries - 1) : end;
  };
  const [servers, login, sandbox] = await Promise.all([
    ask("mcp", "list", "--json"),
    ask("login", "status"),
    isContained(environment) ? ask("--version") : trySandbox(3),
  ]);
  // That there is no Codex is said where it is run.
  if (sandbox.startError !== undefined) return { mcpServers: [], loggedIn: false };
  if (sandbox.signal !== null || servers.signal !== null)
    throw new Error(`codex said nothing about itself for ${patienceMilliseconds / 1000} s: try again`);
  if (sandbox.exitCode !== 0) {
    throw new Error(
      `codex's sandbox does not work here (${lastWords(sandbox.stderr)}): allow unprivileged user namespaces ` +
        "(in a container: --security-opt seccomp=unconfined) or install bubblewrap, or take another agent",
    );
  }
  const mcpServers = namesIn(servers.stdout);
  if (mcpServers === undefined) {
    throw new Error(
      `codex's MCP servers cannot be kept out of the agent (${lastWords(servers.stderr || servers.stdout)}): see that ` +
        "`codex mcp list --json` works, and name them with letters, digits, - and _ only",
    );
  }
  return { mcpServers, loggedIn: login.exitCode === 0 };
}

function namesIn(stdout: string): string[] | undefined {
  try {
    return serversSchema.parse(JSON.parse(stdout)).map(({ name }) => name);
  } catch {
    return undefined;
  }
}
