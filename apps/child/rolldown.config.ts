import { bundleApp } from "../../scripts/build/bundle-app.ts";

export default bundleApp(import.meta.dirname);
