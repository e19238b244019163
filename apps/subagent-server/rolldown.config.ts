import { join } from "node:path";
import { bundleApp } from "../../scripts/build/bundle-app.ts";

const folders = ["runtime/supervisor", "sandbox/confine", "model-broker/bridge"];

export default bundleApp(
  import.meta.dirname,
  folders.map((folder) => join(import.meta.dirname, "../../packages", folder)),
);
