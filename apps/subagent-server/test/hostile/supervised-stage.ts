import { atOnce } from "./run-seeds.ts";
import { askedTricks } from "./seeds.ts";
import type { MakeStage } from "./stage.ts";
import { makeWorld } from "./world.ts";

const modeFlags = {
  // Also inside a container, where the host is reached by a prefix.
  isolated: ["--runtime-mode", "isolated", "--host-launch-prefix", '["/usr/bin/env"]'],
  inherited: ["--runtime-mode", "inherited"],
} as const;

/** As many as are at work, their honest sibling, and some that end. */
const places = String(atOnce + 2);
export const serverFlags = ["--max-concurrent", places, "--min-timeout", "1", "--default-timeout", "60"];

/** Worlds whose server, at that path, launches its runs on this machine. */
export function supervisedStage(mode: keyof typeof modeFlags, server: string): MakeStage {
  return async () => {
    const world = makeWorld(mode, askedTricks());
    const flags = [...modeFlags[mode], ...serverFlags];
    const start = { command: process.execPath, args: [server, ...flags], cwd: world.parent };
    return { world, stage: { start } };
  };
}
