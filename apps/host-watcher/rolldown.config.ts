import { join } from "node:path";
import { bundleApp } from "../../scripts/build/bundle-app.ts";

// ssh2 tries these native speed-ups and does without them.
export default {
  ...bundleApp(import.meta.dirname, [join(import.meta.dirname, "../../packages/model-broker/bridge")]),
  external: ["cpu-features", /\.node$/],
};
