import type { Environment } from "./environment.ts";
import type { ProgramReply } from "./ask-program.ts";

/** What a look at a program's login may use. */
export interface LoginLook {
  readonly environment: Environment;
  /** The user's home. */
  readonly home: string;
  /** Asks the program itself. */
  readonly ask: (...args: string[]) => Promise<ProgramReply>;
}

/** How a program is logged in, in a few words that hold no secret; undefined when it is not. */
export type AgentLogin = (look: LoginLook) => Promise<string | undefined>;

/** Why a program that is logged in cannot work here all the same, and the one command that changes it. */
export type AgentObstacle = (
  look: LoginLook,
) => Promise<{ readonly found: string; readonly remedy: string } | undefined>;
