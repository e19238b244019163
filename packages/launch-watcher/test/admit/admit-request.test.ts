import { execFileSync } from "node:child_process";
import { linkSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { team } from "../watched-outbox.ts";
import { parent } from "./one-parent.ts";

const agent = (backend: object) => ({
  agents: [{ id: "one", backend: { type: "command", command: ["x"], ...backend } }],
});

it(`makes a new configuration: local execution, paths of the container, nothing unknown ${verifies("HOST-SANITIZES")}`, () => {
  const { workspace, base, tried } = parent();
  const { admitted } = tried({
    timeout_seconds: 500,
    yaml_config: {
      ui: { display_type: "rich" },
      budget: { max_tokens: 500, beyond: true },
      agents: [
        {
          id: "one",
          system_message: "be brief",
          backend: {
            type: "command",
            command: ["node", "x.mjs"],
            cwd: join(workspace, "agent"),
            command_line_execution_mode: "docker",
            command_line_docker_image: "evil",
            command_line_docker_network_mode: "host",
            command_line_docker_enable_sudo: true,
          },
        },
      ],
      orchestrator: {
        skip_voting: true,
        snapshot_storage: "/etc",
        coordination: { enable_subagents: true },
        context_paths: [{ path: join(base, "contexts/docs"), permission: "write" }],
      },
      timeout_settings: { wrap_up_seconds: 0, evil: 1 },
    },
  });
  expect(admitted?.config).toEqual({
    agents: [
      {
        id: "one",
        system_message: "be brief",
        backend: {
          type: "command",
          command: ["node", "x.mjs"],
          cwd: "/workspace/agent",
          command_line_execution_mode: "local",
        },
      },
    ],
    orchestrator: {
      skip_voting: true,
      snapshot_storage: "/workspace/snapshots",
      agent_temporary_workspace: "/workspace/temp",
      coordination: { enable_subagents: false },
      context_paths: [{ path: "/context/0", permission: "read" }],
    },
    budget: { max_tokens: 500 },
    timeout_settings: { wrap_up_seconds: 0 },
  });
  expect(admitted?.leftOut.toSorted()).toEqual([
    "agents.0.backend.command_line_docker_enable_sudo",
    "agents.0.backend.command_line_docker_image",
    "agents.0.backend.command_line_docker_network_mode",
    "agents.0.backend.command_line_execution_mode",
    "budget.beyond",
    "orchestrator.context_paths.0.permission",
    "orchestrator.coordination",
    "orchestrator.snapshot_storage",
    "timeout_settings.evil",
    "ui",
  ]);
  expect(admitted).toMatchObject({ timeoutSeconds: 100, outputFile: "/workspace/answer.txt" });
  expect(admitted?.mounts.map(({ target, readOnly }) => [target, readOnly])).toEqual([
    ["/workspace", false],
    ["/context/0", true],
  ]);
});

describe("attack 8: a configuration that reaches for what the host decides", () => {
  const keys = ["env", "hooks", "mcp_servers", "image", "mounts", "volumes", "network", "privileged"];
  const spellings = ["mcpServers", "ENV", "network-mode", "env_file"];
  it.each([...keys, ...spellings])("is refused by name with %s at any depth", (key) => {
    const { tried } = parent();
    const solo = agent({});
    const places: [string, Record<string, unknown>][] = [
      ["yaml_config", { ...solo, [key]: {} }],
      ["yaml_config.agents.0", { agents: [{ ...solo.agents[0], [key]: null }] }],
      ["yaml_config.agents.0.backend", agent({ [key]: {} })],
      ["yaml_config.agents.0.backend.tools.0", agent({ tools: [{ [key]: {} }] })],
      ["yaml_config.orchestrator.coordination", { ...solo, orchestrator: { coordination: { [key]: [] } } }],
      ["yaml_config.ui.a.b", { ...solo, ui: { a: { b: { [key]: "x" } } } }],
    ];
    for (const [where, yaml_config] of places) {
      expect(tried({ yaml_config }).refused).toContain(
        `${where} carries ${key}, which only the host decides`,
      );
    }
  });

  it("is refused when a backend carries env beside what is left out as a whole", () => {
    const { tried } = parent();
    const credentials = { command_line_docker_credentials: { env_file: ".env", mounts: [] } };
    expect(tried({ yaml_config: agent(credentials) }).admitted?.leftOut).toEqual([
      "agents.0.backend.command_line_docker_credentials",
    ]);
    expect(tried({ yaml_config: agent({ ...credentials, env: {} }) }).refused).toContain("env");
  });

  it("carries ${VAR} on as text", () => {
    const { tried } = parent();
    const { admitted } = tried({ yaml_config: agent({ command: ["echo", "${HOME}"] }) });
    expect(admitted?.config.agents[0]?.backend["command"]).toEqual(["echo", "${HOME}"]);
  });
});

it.each(["claude", "openai", "claude_code", "codex"])(
  `refuses a team of %s, which needs a model API ${verifies("HOST-MODEL-API")}`,
  (type) => {
    const { tried } = parent();
    const { refused } = tried({ yaml_config: agent({ type }) });
    expect(refused).toContain(type);
    expect(refused).toContain("network");
  },
);

describe(`attack 10: a workspace that is not the parent's ${verifies("HOST-ROOTS")}`, () => {
  it.each([
    ["a root that begins alike", "work10/a", "does not lie beneath a root"],
    ["the root itself", "work1", "does not lie beneath a root"],
    ["a directory outside", "secret", "does not lie beneath a root"],
    ["the outbox", "outbox", "does not lie beneath a root"],
    ["the spool", "spool", "does not lie beneath a root"],
    ["a way back out", "work1/../secret", "without `.`, `..`"],
    ["one that is missing", "work1/missing", "does not exist"],
  ])("is refused: %s", (_what, path, reason) => {
    const { base, tried } = parent();
    const { refused } = tried({ workspace: `${base}/${path}` });
    expect(refused).toContain(`${base}/${path}`);
    expect(refused).toContain(reason);
  });

  it("is refused unwalked when its path is longer than any can be", () => {
    const { workspace, tried } = parent();
    const { refused } = tried({ workspace: `${workspace}${"/d".repeat(100_000)}` });
    expect(refused).toContain("must have at most 4095 bytes");
    expect(refused?.length).toBeLessThan(1000);
  });

  it("is refused while another run has it, or one inside it", () => {
    const { workspace, tried } = parent();
    expect(tried({}, [workspace]).refused).toContain("overlaps");
    expect(tried({}, [join(workspace, "agent")]).refused).toContain("overlaps");
  });
});

describe("a context with permission to write", () => {
  const asked = (pathIn: (of: { base: string; workspace: string }) => string) => {
    const { tried, ...of } = parent();
    const context_paths = [{ path: pathIn(of), permission: "write" }];
    return tried({ yaml_config: { ...team("true"), orchestrator: { context_paths } } });
  };

  it("that lies in the run's workspace is what the run may write anyway: no mount", () => {
    const { admitted } = asked(({ workspace }) => join(workspace, "tree"));
    expect(admitted?.config.orchestrator.context_paths).toEqual([
      { path: "/workspace/tree", permission: "write" },
    ]);
    expect(admitted?.mounts.map(({ target }) => target)).toEqual(["/workspace"]);
    expect(admitted?.leftOut).toEqual([]);
  });

  it("that lies elsewhere is read alone, and that is said", () => {
    const { admitted } = asked(({ base }) => join(base, "contexts/docs"));
    expect(admitted?.config.orchestrator.context_paths).toEqual([{ path: "/context/0", permission: "read" }]);
    expect(admitted?.leftOut).toEqual(["orchestrator.context_paths.0.permission"]);
  });

  it("that leaves the workspace by its name is refused", () => {
    expect(asked(({ workspace }) => `${workspace}/tree/../../b`).refused).toMatch(/context path/);
  });
});

describe("attack 11: contexts", () => {
  it.each(["/", "/etc", "/proc", "/var/run/docker.sock"])("%s is refused", (path) => {
    const { tried } = parent();
    const yaml_config = { ...team("true"), orchestrator: { context_paths: [{ path }] } };
    expect(tried({ yaml_config }).refused).toContain(path);
  });

  it.each([
    ["another parent's outbox", "contexts/two"],
    ["what holds another parent's outbox", "contexts"],
    ["the engine's socket by its other name", "contexts/run"],
  ])("%s is refused", (_what, path) => {
    const { base, tried } = parent();
    expect(tried({ yaml_config: reading(join(base, path)) }).refused).toContain("overlaps");
  });

  const reading = (...context_paths: string[]) => ({
    ...team("true"),
    orchestrator: { context_paths },
  });

  it("a single file is copied, so that replacing it changes nothing", () => {
    const { base, tried } = parent();
    const notes = join(base, "contexts/notes.md");
    writeFileSync(notes, "as asked");
    const { admitted } = tried({ yaml_config: reading(join(base, "contexts/docs"), notes) });
    writeFileSync(notes, "changed");
    expect(admitted?.mounts.map(({ target }) => target)).toEqual(["/workspace", "/context/0"]);
    expect(admitted?.config.orchestrator.context_paths?.map(({ path }) => path)).toEqual([
      "/context/0",
      "/input/context/1/notes.md",
    ]);
    const copied = admitted?.contexts.flatMap((each) => ("file" in each ? [each.file] : []));
    expect(copied?.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ["notes.md", "as asked"],
    ]);
  });

  it.each<[string, (at: string) => void, string]>([
    ["a link", (at) => symlinkSync("/etc/passwd", at), "link"],
    ["a hard link", (at) => (writeFileSync(`${at}.other`, ""), linkSync(`${at}.other`, at)), "hard link"],
    ["a FIFO", (at) => execFileSync("mkfifo", [at]), "directory"],
    ["a sparse file of 2 GB", (at) => (writeFileSync(at, ""), truncateSync(at, 2 ** 31)), "larger"],
  ])("%s is refused", (_what, plant, named) => {
    const { base, tried } = parent();
    const path = join(base, "contexts/planted");
    plant(path);
    expect(tried({ yaml_config: reading(path) }).refused).toContain(named);
  });

  it("more than 32 are refused, and nothing of them is held", () => {
    const { base, tried } = parent();
    const held = readdirSync("/proc/self/fd").length;
    const many = Array.from({ length: 33 }, () => join(base, "contexts/docs"));
    expect(tried({ yaml_config: reading(...many) }).refused).toContain("33");
    expect(tried({ yaml_config: reading(...many.slice(2), join(base, "missing")) }).refused).toBeDefined();
    expect(readdirSync("/proc/self/fd")).toHaveLength(held);
  });

  it("a link beneath a root is refused", () => {
    const { base, tried } = parent();
    symlinkSync(join(base, "secret"), join(base, "contexts/link"));
    const yaml_config = { ...team("true"), orchestrator: { context_paths: [join(base, "contexts/link")] } };
    expect(tried({ yaml_config }).refused).toContain("link");
  });
});

it("refuses an answer file outside the workspace", () => {
  const { base, tried } = parent();
  for (const answer of [join(base, "answer.txt"), "/etc/passwd", `${base}/work1/a/../../x`]) {
    expect(tried({ answer_file: answer }).refused).toContain("answer_file");
  }
});
