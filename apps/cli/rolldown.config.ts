import { join } from "node:path";
import { bundleApp } from "../../scripts/build/bundle-app.ts";

export default bundleApp(import.meta.dirname, join(import.meta.dirname, "../../packages/runtime/supervisor"));
