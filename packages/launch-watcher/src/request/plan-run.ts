import type { HeldDirectory } from "@retinue/contained-fs";
import type { SpoolEntry } from "@retinue/delegation-protocol/host";
import { engineArguments, environmentNames } from "@retinue/engine-contract";
import { bridged } from "@retinue/model-broker";
import type { Admitted } from "../admit/admit-request.ts";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import { containerName, labelsOf } from "../contain/container-identity.ts";
import { limitsOf } from "../contain/limits-of.ts";
import { deadlineAfter } from "./deadline-after.ts";
import { bridgePort, modelDirectory, modelSocket } from "../models/bridge.ts";
import type { Host } from "./host.ts";
import { inputFiles } from "./run-inputs.ts";

// Time to save after SIGINT, as engines are given elsewhere.
const graceSeconds = 10;

const environment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  HOME: "/tmp",
  LANG: "C.UTF-8",
} as const;

const atSocket = { socket: modelSocket, port: bridgePort };
const overNetwork = { socket: `${inputFiles.directory}/${inputFiles.network}`, port: bridgePort };

const bridgedEnvironment = {
  // It is confined by its container, and has none of the means that a sandbox within needs.
  [environmentNames.contained]: "1",
  GEMINI_CLI_SYSTEM_SETTINGS_PATH: `${inputFiles.directory}/${inputFiles.gemini}`,
};

export interface PlannedRun {
  readonly admitted: Pick<
    Admitted,
    "workspace" | "mounts" | "masked" | "outputFile" | "timeoutSeconds" | "models"
  >;
  /** What the engine reads: its configuration and its prompt. */
  readonly inputs: HeldDirectory;
  /** With the socket of its models, where it asks some. */
  readonly sockets?: HeldDirectory | undefined;
  /** Of the request. */
  readonly sha256: string;
}

/** The container of a request: the request gives its workspace, its contexts and a time; the host the rest. */
export function planRun(
  { config, imageId, launcher }: Pick<Host, "config" | "imageId" | "launcher">,
  { outbox, entry }: { readonly outbox: string; readonly entry: SpoolEntry },
  { admitted, inputs, sockets, sha256 }: PlannedRun,
): ContainedRun {
  const { workspace, mounts, masked, outputFile, timeoutSeconds, models } = admitted;
  const lent = workspace.uid === 0;
  const begun = new Date();
  const command = engineCommand(config, outputFile);
  const isOfNetwork = config.broker?.network !== undefined;
  return {
    name: containerName(launcher, outbox, entry),
    labels: labelsOf({
      launcher,
      outbox,
      subagentId: entry.subagentId,
      sha256,
      timeoutSeconds,
      deadline: deadlineAfter(timeoutSeconds, begun),
    }),
    imageId,
    uid: lent ? config.unprivileged_uid : workspace.uid,
    gid: lent || workspace.gid === 0 ? config.unprivileged_uid : workspace.gid,
    // The run ends in time even when nobody is left to end it.
    command: [
      "timeout",
      "--signal=INT",
      `--kill-after=${graceSeconds}`,
      String(timeoutSeconds),
      ...(models?.bridge === true
        ? bridged(
            `${inputFiles.directory}/${inputFiles.bridge}`,
            isOfNetwork ? overNetwork : atSocket,
            command,
          )
        : command),
    ],
    // Its own clock begins a little later.
    environment: {
      ...environment,
      ...models?.environment,
      ...(models?.bridge === true && bridgedEnvironment),
      [environmentNames.deadline]: String(begun.getTime() + timeoutSeconds * 1000),
    },
    workingDirectory: "/workspace",
    mounts: [
      ...mounts,
      { source: inputs, target: inputFiles.directory, readOnly: true },
      ...(sockets === undefined ? [] : [{ source: sockets, target: modelDirectory, readOnly: true }]),
    ],
    masked,
    reaches: models !== undefined && isOfNetwork ? "broker" : "nobody",
    goFile: `${inputFiles.directory}/${inputFiles.go}`,
    limits: limitsOf(config.resources),
    pinning: config.mount_pinning,
  };
}

/** The prompt is read inside: it stands in no option of the container. */
function engineCommand(
  { engine_command, engine_prompt }: Pick<WatcherConfig, "engine_command" | "engine_prompt">,
  outputFile: string,
): string[] {
  const at = (name: string) => `${inputFiles.directory}/${name}`;
  const given = { config: at(inputFiles.config), outputFile };
  if (engine_prompt === "file") {
    return [...engine_command, ...engineArguments({ ...given, promptFile: at(inputFiles.prompt) })];
  }
  const flags = engineArguments({ ...given, prompt: "" }).slice(0, -1);
  const script = `exec "$@" "$(cat ${at(inputFiles.argument)})"`;
  return ["/bin/sh", "-c", script, "engine", ...engine_command, ...flags];
}
