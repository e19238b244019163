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
import { removeContainer } from "../src/docker/remove-container.ts";
import { testEngine } from "./test-engine.ts";

/** Of the host, where a test gives it models: no run may ever see it. */
export const canary = "sk-canary-0123456789abcdef";
export const brokerCommand = [process.execPath, join(import.meta.dirname, "programs/broker.ts")] as const;

export interface WatchedOutbox extends LeftOutbox {
  readonly docker: Docker;
}

/** One of which can be told what is left. */
export interface LeftOutbox extends TestOutbox {
  /** What the engine has of this host's records, whoever made it: containers and volumes, Jobs and pods. */
  left(): Promise<string[]>;
  /** Waits until none of it runs any more, by the engine alone. */
  ended(): Promise<void>;
  /** Removes all of it, as somebody else does. */
  removeLeft(): Promise<void>;
}

/** An outbox on whichever engine. */
export interface TestOutbox {
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
  const at = testOutbox(
    temporaryDirectory("retinue-watch-"),
    { docker_socket: socket, image, ...of },
    (name) => removeContainer(docker, name),
  );
  // Once there is a spool, which some tests make themselves.
  const filters = () => ({ label: [`io.retinue.launcher=${launcherId(at.config.spool)}`] });
  const containers = () => docker.listContainers({ all: true, filters: filters() });
  return {
    ...at,
    docker,
    async left() {
      const names = (await containers()).map(({ Names }) => Names[0] ?? "");
      const { Volumes } = await docker.listVolumes({ filters: filters() });
      return [...names, ...(Volumes ?? []).map(({ Name }) => Name)];
    },
    async ended() {
      for (const { Id } of await containers()) await docker.getContainer(Id).wait();
    },
    async removeLeft() {
      for (const { Names } of await containers()) await removeContainer(docker, (Names[0] ?? "").slice(1));
    },
  };
}

/**
 * The same beneath a directory, on the engine that `of` configures.
 *
 * @param remove Removes a container that a watcher of it may have left.
 */
export function testOutbox(
  base: string,
  of: Record<string, unknown>,
  remove: (container: string) => Promise<unknown>,
): TestOutbox {
  const [outbox, workspaces, contexts] = ["outbox", "workspaces", "contexts"].map((name) => {
    const directory = join(base, name);
    mkdirSync(directory);
    return directory;
  }) as [string, string, string];
  const { outbox: ofOutbox, ...ofHost } = of as { outbox?: object };
  const config = parseWatcherConfig({
    version: 1,
    spool: join(base, "spool"),
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
  return {
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
          if (typeof container === "string") await remove(container);
        }
      });
      return watcher;
    },
  };
}
