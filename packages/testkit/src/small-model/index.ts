export { fetchModel, type FetchedModel } from "./fetch-model.ts";
export type { FetchProgress } from "./download-verified.ts";
export { serveModel, type ServedModel } from "./serve-model.ts";
