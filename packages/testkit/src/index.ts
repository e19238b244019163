export { childConfigPath } from "./child-config-path.ts";
export { installedProgram, type InstalledProgram, type ProgramName } from "./clients/installed-program.ts";
export { dockerEngine, noDockerEngine, type DockerEngine } from "./docker/docker-engine.ts";
export { eventually } from "./eventually.ts";
export { temporaryDirectory } from "./temporary-directory.ts";
export { claimedIds } from "./requirements/claimed-ids.ts";
export { readManifest, type Requirement } from "./requirements/read-manifest.ts";
export { wrongCalls, type WrongCall } from "./wrong-calls.ts";
export { verifies } from "./requirements/verifies.ts";
