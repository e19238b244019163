import { bundleApp } from "../../scripts/build/bundle-app.ts";

// ssh2 tries these native speed-ups and does without them.
export default { ...bundleApp(import.meta.dirname), external: ["cpu-features", /\.node$/] };
