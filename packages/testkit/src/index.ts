export { eventually } from "./eventually.ts";
export { temporaryDirectory } from "./temporary-directory.ts";
