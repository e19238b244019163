import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

// Runs the tests, already built, on the oldest Node that users may have. npm fetches it once into .cache.
const version = "22.22.0";
// What other people's agents and engines do with ours is tried once: it depends on their Node, not on this one.
// So are the longest of the storms and waits, what a shell of ours does alone, and what a whole cluster is started for.
const once = [
  "apps/child/test/acp/**",
  "apps/child/test/cli-agents/**",
  "apps/child/test/models/real-model.test.ts",
  "apps/child/test/wrap-up/wrap-up.test.ts",
  "apps/cli/test/clients/**",
  "apps/host-watcher/test/topology.test.ts",
  "apps/subagent-server/test/broker/broker-killed.test.ts",
  "apps/subagent-server/test/broker/programs.test.ts",
  "apps/subagent-server/test/delegated/codex-in-docker.test.ts",
  "apps/subagent-server/test/delegated/left-alone.test.ts",
  "apps/subagent-server/test/delegated/massgen-child.test.ts",
  "apps/subagent-server/test/delegated/massgen-manager.test.ts",
  "apps/subagent-server/test/hostile/**",
  "apps/subagent-server/test/massgen/**",
  "packages/child-orchestrator/test/ask/cli-agent/confinement.test.ts",
  "packages/launch-watcher/test/kubernetes/**",
  "packages/launch-watcher/test/models/acp-agents.test.ts",
  "packages/launch-watcher/test/models/agents.test.ts",
  "packages/launch-watcher/test/models/kill-at-each-call.test.ts",
  "packages/launch-watcher/test/watch/kill-at-each-call.test.ts",
  "packages/launch-watcher/test/watch/{orphans,silent-engine,stubborn-run}.test.ts",
  "packages/recovery/test/fuzz/**",
  "packages/runtime/test/delegate/massgen-interop.test.ts",
  "packages/runtime/test/supervise/{containment,lost,stop,sweep-proof}.test.ts",
];
const root = join(import.meta.dirname, "../..");
const prefix = join(root, ".cache", `node-${version}`);
const bin = join(prefix, "node_modules/node/bin");

function run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv): void {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: environment });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(bin, "node"))) {
  // Lifecycle scripts place the binary; pnpm's own settings in the environment would only make npm warn.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("pnpm_config_"));
  const install = ["install", "--prefix", prefix, "--no-save", "--no-audit", "--no-fund", `node@${version}`];
  run("npm", install, Object.fromEntries(inherited));
}
const excluded = once.map((pattern) => `--exclude=${pattern}`);
run(
  join(bin, "node"),
  [join(root, "node_modules/vitest/vitest.mjs"), "run", ...excluded, ...process.argv.slice(2)],
  {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
    RETINUE_EXPECT_NODE: "22",
  },
);
