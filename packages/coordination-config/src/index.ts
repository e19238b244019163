export { CoordinationConfigError, type CoordinationConfigErrorCode } from "./coordination-config-error.ts";
export { childConfig, type ChildConfigInput } from "./generate/child-config.ts";
export { childConfigYaml } from "./generate/child-config-yaml.ts";
export type { ParentCoordination } from "./generate/parent-coordination.ts";
