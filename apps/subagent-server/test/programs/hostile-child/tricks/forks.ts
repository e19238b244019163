import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { Scene, Trick } from "../trick.ts";

/** They end by themselves after this, if nobody ends them before: seconds. */
const lifeSeconds = 45;

/** Starts a shell that goes on after this process; the token is in its command line and its children's. */
function shell({ order, place }: Scene, script: string, environment?: NodeJS.ProcessEnv): void {
  const child = spawn("/bin/sh", ["-c", script, `hostile-${order.token}`, String(lifeSeconds)], {
    stdio: "ignore",
    cwd: place.workspace,
    ...(environment !== undefined && { env: environment }),
  });
  child.on("error", () => {});
  child.unref();
}

const node = JSON.stringify(process.execPath);
// A process of its own session, whom no signal ends that can be caught.
const daemon = `
process.on("SIGTERM", () => {}); process.on("SIGINT", () => {}); process.on("SIGHUP", () => {});
setTimeout(() => {}, ${lifeSeconds * 1000});`;
// Forks and exits: each look sees another process.
const runner = (limit: number) =>
  `n=\${1:-0}; [ "$n" -ge ${limit} ] && exit 0; exec 2>/dev/null; export n; ( sh -c "$RUN" "$0" $((n+1)) & ) ; exit 0`;

function background(name: string, weight: number, script: string, more: Partial<Trick> = {}): Trick {
  return {
    name,
    weight,
    ...more,
    async act(scene) {
      shell(scene, script, { ...process.env, DAEMON: daemon });
      // Its children are away before their parent goes.
      await delay(150);
    },
  };
}

/** Processes that do not want to be found or ended. */
export const forks: readonly Trick[] = [
  background("a daemon of its own session that ignores SIGTERM", 4, `setsid ${node} -e "$DAEMON" "$0" &`),
  background(
    "a daemon without its environment",
    4,
    `D=$DAEMON; setsid env -i ${node} -e "$D" "$0" & sleep 0.1`,
  ),
  background("twice forked", 4, `( ( trap "" TERM INT HUP; sleep ${lifeSeconds}; : "$0" ) & ) &`),
  background(
    "forks that nobody waits for",
    3,
    `i=0; while [ $i -lt 60 ]; do ( trap "" TERM; sleep ${lifeSeconds}; : "$0" ) & i=$((i+1)); done`,
  ),
  {
    name: "forks and exits in a loop",
    weight: 6,
    async act(scene) {
      shell(scene, runner(20_000), { PATH: process.env["PATH"], RUN: runner(20_000), ...marker() });
      await delay(150);
    },
  },
  {
    name: "forks and exits in a loop, without its environment",
    weight: 6,
    async act(scene) {
      shell(scene, `exec setsid sh -c "$RUN" "$0" 0`, { PATH: process.env["PATH"], RUN: runner(20_000) });
      await delay(150);
    },
  },
  background(
    "forks in a loop, and waits",
    3,
    `end=$(( $(date +%s 2>/dev/null || echo 0) + 20 )); i=0; while [ $i -lt 4000 ]; do ( : "$0" ); i=$((i+1)); done`,
  ),
];

function marker(): NodeJS.ProcessEnv {
  return { RETINUE_RUN: process.env["RETINUE_RUN"] };
}
