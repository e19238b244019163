import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  build: {
    outDir: "dist/page",
    // Beside what tsc makes for others.
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // As files: the page's policy allows no data in addresses.
    assetsInlineLimit: 0,
  },
  // The package's TypeScript is compiled for Preact by the same words as in tsconfig.json.
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
});
