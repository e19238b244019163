import { installedProgram, temporaryDirectory } from "@retinue/testkit";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { detectMachine } from "../../src/index.ts";

const retinueChild = join(import.meta.dirname, "detect-machine.test.ts");
const basic = "/usr/bin:/bin";

/** A home of its own, and a PATH with these programs of the cache besides the system's. */
function machine(...names: ("claude" | "codex" | "gemini")[]) {
  const home = temporaryDirectory();
  const bin = join(home, "bin");
  // Codex makes no helpers beneath the temporary directory, in which this home would be.
  const TMPDIR = join(home, "tmp");
  for (const directory of [bin, TMPDIR]) mkdirSync(directory);
  symlinkSync(process.execPath, join(bin, "node"));
  for (const name of names) symlinkSync(installedProgram(name).path, join(bin, name));
  return { home, bin, environment: { HOME: home, TMPDIR, PATH: `${bin}:${basic}` } };
}

const detect = (environment: Record<string, string>) => detectMachine({ environment, retinueChild });

test("nothing is there: each thing says so with one command, and a team needs the first", async () => {
  const { environment } = machine();
  const found = await detect({ ...environment, PATH: join(environment.HOME, "bin") });
  expect(found.agents.map(({ ok, remedy }) => [ok, remedy])).toEqual([
    [false, "npm install -g @anthropic-ai/claude-code"],
    [false, "npm install -g @openai/codex"],
    [false, "npm install -g @google/gemini-cli"],
  ]);
  expect(found.engines).toMatchObject([
    { name: "retinue-child", ok: true },
    { name: "massgen", ok: false, remedy: "pip install massgen" },
  ]);
  expect(found.keys.map(({ ok }) => ok)).toEqual([false, false, false]);
  expect(found.team).toMatchObject({
    agents: undefined,
    remedy: "npm install -g @anthropic-ai/claude-code",
  });
  const every = [...found.agents, ...found.keys, ...found.sandbox, ...found.docker, ...found.engines];
  for (const { found: text, remedy = "" } of every) expect(text + remedy).not.toContain("\n");
});

test("a key is told by its name alone, and gives a team of that model", async () => {
  const { environment } = machine();
  const found = await detect({ ...environment, OPENAI_API_KEY: "sk-secret", GEMINI_API_KEY: " " });
  expect(found.keys.map(({ name, ok }) => [name, ok])).toEqual([
    ["ANTHROPIC_API_KEY", false],
    ["OPENAI_API_KEY", true],
    ["GEMINI_API_KEY", false],
  ]);
  expect(found.team.agents).toEqual([
    { id: "openai", backend: { type: "openai", model: expect.any(String) } },
  ]);
  expect(JSON.stringify(found)).not.toContain("sk-secret");
});

const missing = (["claude", "codex", "gemini"] as const)
  .map((name) => installedProgram(name).missing)
  .find(Boolean);

test.skipIf(missing)(`installed, logged out: the login is one command${missing ?? ""}`, async () => {
  const { environment } = machine("claude", "codex", "gemini");
  const { agents, team } = await detect(environment);
  expect(agents.map(({ ok, remedy }) => [ok, remedy])).toEqual([
    [false, "claude auth login"],
    [false, "codex login"],
    [false, "gemini"],
  ]);
  for (const { version } of agents) expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(team).toMatchObject({ agents: undefined, remedy: "claude auth login" });
});

test.skipIf(missing)(
  `logged in, each by its own means; the first of them is the team${missing ?? ""}`,
  async () => {
    const { home, bin, environment } = machine("claude", "codex", "gemini");
    const logIn = spawnSync(join(bin, "codex"), ["login", "--with-api-key"], {
      env: environment,
      input: "sk-secret-of-codex",
    });
    expect(logIn.status).toBe(0);
    mkdirSync(join(home, ".gemini"), { recursive: true });
    writeFileSync(join(home, ".gemini/.env"), "# mine\nGEMINI_API_KEY=secret-of-gemini\n");
    const withoutClaude = await detect(environment);
    expect(withoutClaude.agents.map(({ ok, login }) => [ok, login])).toEqual([
      [false, undefined],
      [true, "its own login"],
      [true, `GEMINI_API_KEY in ${join(home, ".gemini/.env")}`],
    ]);
    expect(withoutClaude.team.agents).toEqual([{ id: "codex", backend: { type: "codex" } }]);

    const withClaude = await detect({ ...environment, ANTHROPIC_API_KEY: "secret-of-claude" });
    expect(withClaude.agents[0]).toMatchObject({ ok: true, login: "ANTHROPIC_API_KEY" });
    expect(withClaude.team.agents).toEqual([{ id: "claude", backend: { type: "claude_code" } }]);
    expect(JSON.stringify([withoutClaude, withClaude])).not.toContain("secret-of");
  },
);

test("a model provider of the user's own is a login for Codex", async () => {
  const { home, bin, environment } = machine();
  // One that knows no login, as an older or damaged one might.
  writeFileSync(join(bin, "codex"), '#!/bin/sh\n[ "$1" = sandbox ]\n');
  chmodSync(join(bin, "codex"), 0o755);
  mkdirSync(join(home, ".codex"));
  writeFileSync(
    join(home, ".codex/config.toml"),
    'model = "m"\nmodel_provider = "local" # mine\n[model_providers.local]\n',
  );
  const { agents } = await detect(environment);
  expect(agents[1]).toMatchObject({ ok: true, login: "model provider local of config.toml" });
});

test("a Codex whose sandbox does not work is no team, and says the command that changes it", async () => {
  const { bin, environment } = machine();
  writeFileSync(
    join(bin, "codex"),
    "#!/bin/sh\n[ $1 != sandbox ] || { echo WARNING: noise; echo bwrap: no namespaces; exit 1; } >&2\n",
  );
  chmodSync(join(bin, "codex"), 0o755);
  const { agents, team } = await detect(environment);
  expect(agents[1]).toMatchObject({
    ok: false,
    login: "its own login",
    found: expect.stringMatching(/logged in: its own login, but its sandbox .* \(bwrap: no namespaces\)$/),
    remedy: expect.stringMatching(/^(docker run --security-opt|sudo (sysctl -w|apt-get install)) /),
  });
  expect(team.agents).toBeUndefined();
});

test.skipIf(missing)(
  `the sandbox of the real Codex is tried: without user namespaces it does not work${missing ?? ""}`,
  async () => {
    const { bin, environment } = machine("codex");
    const real = join(bin, "real");
    renameSync(join(bin, "codex"), real);
    const forbidding = "echo 0 > /proc/sys/user/max_user_namespaces && exec";
    writeFileSync(
      join(bin, "codex"),
      `#!/bin/sh\nexec unshare -Ur sh -c '${forbidding} ${real} "$@"' codex "$@"\n`,
    );
    chmodSync(join(bin, "codex"), 0o755);
    const { agents } = await detect({ ...environment, OPENAI_API_KEY: "sk-secret" });
    expect(agents[1]?.found).toMatch(/its sandbox does not work here \((bwrap: .+namespace|unshare: ).+\)$/);
  },
);

test("a program that never answers is given up, with what it started", async () => {
  const { home, bin, environment } = machine();
  const note = join(home, "pids");
  writeFileSync(join(bin, "claude"), `#!/bin/sh\nsleep 600 & echo $! $$ >> ${note}\nwait\n`);
  chmodSync(join(bin, "claude"), 0o755);
  const { agents } = await detect(environment);
  expect(agents[0]).toMatchObject({ ok: false, remedy: "claude auth login" });
  const left = spawnSync("sh", [
    "-c",
    `for pid in $(cat ${note}); do kill -0 $pid && cat /proc/$pid/stat; done`,
  ]);
  expect(
    left.stdout
      .toString()
      .split("\n")
      .filter((line) => line !== "" && !line.includes(") Z ")),
  ).toEqual([]);
}, 60_000);

test("Docker is asked at its socket", async () => {
  const { home, environment } = machine();
  const socket = join(home, "docker.sock");
  const DOCKER_HOST = `unix://${socket}`;
  expect((await detect({ ...environment, DOCKER_HOST })).docker).toMatchObject([{ ok: false }]);
  const engine = createServer((request, response) => {
    response.end(request.url === "/version" ? JSON.stringify({ Version: "29.1.0" }) : "{}");
  });
  await new Promise<void>((resolve) => engine.listen(socket, resolve));
  onTestFinished(() => void engine.close());
  expect(existsSync(socket)).toBe(true);
  expect((await detect({ ...environment, DOCKER_HOST })).docker).toEqual([
    { name: "docker", ok: true, found: `29.1.0 at ${socket}` },
  ]);
});
