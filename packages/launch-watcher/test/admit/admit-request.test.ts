import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { DelegationRequest } from "@retinue/delegation-protocol";
import { temporaryDirectory, verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { admitRequest, type Admitted } from "../../src/admit/admit-request.ts";
import { LaunchWatcherError, parseWatcherConfig } from "../../src/index.ts";
import { team } from "../watched-outbox.ts";

interface Tried {
  readonly admitted?: Omit<Admitted, "release">;
  readonly refused?: string;
}

/** Directories of one parent, and what becomes of a request there. */
function parent() {
  const base = temporaryDirectory();
  for (const name of ["outbox", "work1/a/agent", "work10/a", "contexts/docs", "secret"]) {
    mkdirSync(join(base, name), { recursive: true });
  }
  const host = parseWatcherConfig({
    version: 1,
    spool: join(base, "spool"),
    image: "any",
    outboxes: [
      {
        name: "one",
        directory: join(base, "outbox"),
        workspace_roots: [join(base, "work1")],
        context_roots: [join(base, "contexts")],
        max_timeout_seconds: 100,
      },
    ],
  });
  const workspace = join(base, "work1/a");
  const tried = (of: Partial<DelegationRequest>, inUse: string[] = []): Tried => {
    const [outbox] = host.outboxes;
    if (outbox === undefined) throw new Error("no outbox");
    const request = {
      version: 1 as const,
      subagent_id: "a",
      request_id: "r",
      task: "x",
      yaml_config: team("true"),
      answer_file: join(of.workspace ?? workspace, "answer.txt"),
      workspace,
      timeout_seconds: 60,
      created_at: "",
      ...of,
    };
    try {
      const { release, ...admitted } = admitRequest({ request, outbox, host, inUse });
      release();
      return { admitted };
    } catch (error) {
      if (!(error instanceof LaunchWatcherError) || error.code !== "REQUEST_REFUSED") throw error;
      if (error.remedy === "") throw new Error("a refusal without a remedy", { cause: error });
      return { refused: error.message };
    }
  };
  return { base, workspace, tried };
}

const agent = (backend: object) => ({
  agents: [{ id: "one", backend: { type: "command", command: ["x"], ...backend } }],
});

it(`makes a new configuration: local execution, paths of the container, nothing unknown ${verifies("HOST-SANITIZES")}`, () => {
  const { workspace, base, tried } = parent();
  const { admitted } = tried({
    timeout_seconds: 500,
    yaml_config: {
      ui: { display_type: "rich" },
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
  });
  expect(admitted).toMatchObject({ timeoutSeconds: 100, outputFile: "/workspace/answer.txt" });
  expect(admitted?.mounts.map(({ target, readOnly }) => [target, readOnly])).toEqual([
    ["/workspace", false],
    ["/context/0", true],
  ]);
});

describe("attack 8: a configuration that reaches for what the host decides", () => {
  it.each(["env", "hooks", "mcp_servers", "image", "mounts", "volumes", "network", "privileged"])(
    "is refused with %s in a backend, and at the top",
    (key) => {
      const { tried } = parent();
      expect(tried({ yaml_config: agent({ [key]: {} }) }).refused).toContain(key);
      expect(tried({ yaml_config: { ...agent({}), [key]: {} } }).refused).toContain(key);
    },
  );

  it("carries ${VAR} on as text", () => {
    const { tried } = parent();
    const { admitted } = tried({ yaml_config: agent({ command: ["echo", "${HOME}"] }) });
    expect(admitted?.config.agents[0]?.backend["command"]).toEqual(["echo", "${HOME}"]);
  });
});

it.each(["claude", "openai", "claude_code", "codex"])(
  "refuses a team of %s, which needs a model API",
  (type) => {
    const { tried } = parent();
    const { refused } = tried({ yaml_config: agent({ type }) });
    expect(refused).toContain(type);
    expect(refused).toContain("network");
  },
);

describe(`attack 10: a workspace that is not the parent's ${verifies("HOST-ROOTS")}`, () => {
  it.each([
    ["a root that begins alike", "work10/a"],
    ["the root itself", "work1"],
    ["a directory outside", "secret"],
    ["the outbox", "outbox"],
    ["the spool", "spool"],
    ["a way back out", "work1/../secret"],
    ["one that is missing", "work1/missing"],
  ])("is refused: %s", (_what, path) => {
    const { base, tried } = parent();
    expect(tried({ workspace: `${base}/${path}` }).refused).toContain(path.split("/").at(-1));
  });

  it("is refused while another run has it, or one inside it", () => {
    const { workspace, tried } = parent();
    expect(tried({}, [workspace]).refused).toContain("overlaps");
    expect(tried({}, [join(workspace, "agent")]).refused).toContain("overlaps");
  });
});

describe("attack 11: contexts", () => {
  it.each(["/", "/etc", "/proc", "/var/run/docker.sock"])("%s is refused", (path) => {
    const { tried } = parent();
    const yaml_config = { ...team("true"), orchestrator: { context_paths: [{ path }] } };
    expect(tried({ yaml_config }).refused).toContain(path);
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
