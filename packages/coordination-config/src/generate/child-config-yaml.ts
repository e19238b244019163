import type { ChildConfig } from "@retinue/engine-contract";
import { stringify } from "yaml";

/** The text of a child's configuration file. Without anchors, so that every YAML reader takes it. */
export function childConfigYaml(config: ChildConfig): string {
  return stringify(config, { aliasDuplicateObjects: false, lineWidth: 0 });
}
