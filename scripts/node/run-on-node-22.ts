import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

// Runs the tests, already built, on the oldest Node that users may have. npm fetches it once into .cache.
const version = "22.22.0";
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
run(join(bin, "node"), [join(root, "node_modules/vitest/vitest.mjs"), "run", ...process.argv.slice(2)], {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
  RETINUE_EXPECT_NODE: "22",
});
