import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DelegationRequest, DelegationResponse } from "@retinue/delegation-protocol";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import type Docker from "dockerode";
import { onTestFinished } from "vitest";
import {
  parseWatcherConfig,
  startWatcher,
  type Watcher,
  type WatcherConfig,
  type WatcherEvent,
} from "../src/index.ts";
import { launcherId } from "../src/contain/container-identity.ts";
import { removeContainer } from "../src/contain/remove-container.ts";
import { testEngine } from "./test-engine.ts";

/** Of the host, where a test gives it models: no run may ever see it. */
export const canary = "sk-canary-0123456789abcdef";
export const brokerCommand = [process.execPath, join(import.meta.dirname, "programs/broker.ts")] as const;

export interface WatchedOutbox {
  readonly docker: Docker;
  readonly config: WatcherConfig;
  /** Holds everything of this test. */
  readonly directory: string;
  /** What the parent shares with the host. */
  readonly outbox: string;
  readonly workspaces: string;
  readonly contexts: string;
  readonly events: WatcherEvent[];
  /** A workspace of that name, owned by the parent. */
  workspace(name: string, uid?: number): string;
  /** A request as a parent writes it; `of` replaces keys. */
  request(subagentId: string, of?: Partial<DelegationRequest>): DelegationRequest;
  /** Puts a request there, in whatever shape. */
  put(request: { subagent_id: string }): void;
  response(subagentId: string, seconds?: number): Promise<DelegationResponse>;
  /** `onEvent` is told at once, in the middle of what the watcher does. */
  start(onEvent?: (event: WatcherEvent) => void): Promise<Watcher>;
  /** Containers and volumes of this host's records that the engine has, whoever made them. */
  left(): Promise<string[]>;
}

/** An agent's program: what `sh -c` runs. */
export function team(script: string) {
  return {
    agents: [{ id: "one", backend: { type: "command", command: ["/bin/sh", "-c", script] } }],
    orchestrator: { skip_voting: true, max_new_answers_per_agent: 1, skip_final_presentation: true },
  };
}

/** One outbox of one parent, with directories of its own; stopped and cleaned when the test has finished. */
export async function watchedOutbox(of: Record<string, unknown> = {}): Promise<WatchedOutbox> {
  const { docker, image, socket } = await testEngine();
  const base = temporaryDirectory("retinue-watch-");
  const [outbox, workspaces, contexts] = ["outbox", "workspaces", "contexts"].map((name) => {
    const directory = join(base, name);
    mkdirSync(directory);
    return directory;
  }) as [string, string, string];
  const { outbox: ofOutbox, ...ofHost } = of as { outbox?: object };
  const config = parseWatcherConfig({
    version: 1,
    spool: join(base, "spool"),
    docker_socket: socket,
    image,
    outboxes: [
      {
        name: "parent",
        directory: outbox,
        workspace_roots: [workspaces],
        context_roots: [contexts],
        ...ofOutbox,
      },
    ],
    ...ofHost,
  });
  const events: WatcherEvent[] = [];
  const left = async () => {
    const filters = { label: [`io.retinue.launcher=${launcherId(config.spool)}`] };
    const containers = await docker.listContainers({ all: true, filters });
    const { Volumes } = await docker.listVolumes({ filters });
    return [...containers.map(({ Names }) => Names[0] ?? ""), ...(Volumes ?? []).map(({ Name }) => Name)];
  };
  return {
    docker,
    config,
    directory: base,
    outbox,
    workspaces,
    contexts,
    events,
    workspace(name, uid = 1000) {
      const directory = join(workspaces, name);
      mkdirSync(directory);
      chownSync(directory, uid, uid);
      return directory;
    },
    request(subagentId, replaced = {}) {
      const workspace = join(workspaces, subagentId);
      return {
        version: 1,
        subagent_id: subagentId,
        request_id: randomBytes(8).toString("hex"),
        task: "Say what you found.",
        yaml_config: team("echo an answer"),
        answer_file: join(workspace, "answer.txt"),
        workspace,
        timeout_seconds: 60,
        created_at: new Date().toISOString(),
        ...replaced,
      };
    },
    put(request) {
      const path = join(outbox, `request_${request.subagent_id}.json`);
      writeFileSync(`${path}.tmp`, JSON.stringify(request));
      renameSync(`${path}.tmp`, path);
    },
    response(subagentId, seconds = 90) {
      const path = join(outbox, `response_${subagentId}.json`);
      const found = () => existsSync(path) && (JSON.parse(readFileSync(path, "utf8")) as DelegationResponse);
      return eventually(`the response to ${subagentId}`, found, seconds);
    },
    async start(onEvent = () => {}) {
      const log = (event: WatcherEvent) => {
        events.push(event);
        onEvent(event);
      };
      const watcher = await startWatcher({
        config,
        log,
        environment: { ...process.env, HOST_KEY: canary },
        brokerCommand: [...brokerCommand],
      });
      onTestFinished(async () => {
        await watcher.stop("leave");
        for (const { container } of events) {
          if (typeof container === "string") await removeContainer(docker, container);
        }
      });
      return watcher;
    },
    left,
  };
}
