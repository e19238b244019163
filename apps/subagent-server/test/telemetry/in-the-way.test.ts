import { eventually, temporaryDirectory } from "@retinue/testkit";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { serverProgram } from "../programs/server-program.ts";
import { answers, ask, exporting, parent, receiver, serve } from "./traced-parent.ts";

const task = { task: "Look around.", subagent_id: "one" };

test.for([
  { what: "is down", answer: undefined },
  { what: "hangs", answer: "hang" },
  { what: "refuses", answer: 400 },
  { what: "is overloaded", answer: 503 },
] as const)("a receiver that $what is in nobody's way", async ({ answer }) => {
  const otlp = await receiver(answer === undefined ? {} : { answer });
  if (answer === undefined) await otlp.stop();
  const { workspace } = await parent(answers);
  const server = serve(workspace, exporting(otlp));
  const { results } = await ask(server, "spawn_subagents", { tasks: [task], refine: false });
  expect(results).toMatchObject([{ status: "completed" }]);
  // A further run of it does not wait either.
  const further = await ask(server, "continue_subagent", { subagent_id: "one", message: "Go on." });
  expect(further).toMatchObject({ status: "completed" });
  if (answer !== undefined) await eventually("an attempt", () => otlp.requests.length > 0);
  // What was refused for good is given up; the rest is there for the next server.
  const left = answer === 400 ? 0 : 2;
  const notes = () => globSync(".massgen/retinue/unsent/**/*.json", { cwd: workspace }).length;
  await eventually("what is left", () => notes() === left);
  server.process.stdin?.end();
  expect(await server.exited).toEqual([0, null]);
  const lines = server.stdout().trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { jsonrpc: string }).jsonrpc)).toEqual(
    lines.map(() => "2.0"),
  );
  const said = server
    .stderr()
    .split("\n")
    .filter((line) => line.includes("could not be sent"));
  expect(said.length).toBeGreaterThanOrEqual(answer === 400 ? 1 : 0);
  expect(said.length).toBeLessThanOrEqual(1);
  expect(notes()).toBe(left);
});

test.for([
  { what: "no variable", env: {}, loads: false, says: "" },
  {
    what: "OTEL_SDK_DISABLED",
    env: { OTEL_SDK_DISABLED: "true", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" },
    loads: false,
    says: "",
  },
  {
    what: "an exporter for the terminal",
    env: { OTEL_TRACES_EXPORTER: "console", OTEL_METRICS_EXPORTER: "none" },
    loads: false,
    says: "only otlp is known",
  },
  {
    what: "gRPC",
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    loads: false,
    says: "only http/protobuf and http/json are spoken",
  },
  { what: "an endpoint", env: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" }, loads: true, says: "" },
])("with $what OpenTelemetry is loaded: $loads", async ({ env, loads, says }) => {
  const directory = temporaryDirectory();
  const loaded = join(directory, "loaded");
  const hook = join(directory, "hook.mjs");
  writeFileSync(
    hook,
    `import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";
registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(loaded)}, url + "\\n"); return next(url, context); } });`,
  );
  const { workspace } = await parent(answers);
  const server = serve(workspace, { NODE_OPTIONS: `--import=${pathToFileURL(hook).href}`, ...env });
  const { results } = await ask(server, "spawn_subagents", { tasks: [task], refine: false });
  expect(results).toMatchObject([{ status: "completed" }]);
  const bundle = join(serverProgram, "../bundle/esm");
  const ofTelemetry = new Set(
    globSync("*.js", { cwd: bundle }).filter((name) =>
      readFileSync(join(bundle, name), "utf8").includes("node_modules/.pnpm/@opentelemetry"),
    ),
  );
  expect(ofTelemetry.size).toBeGreaterThan(0);
  const found = () => {
    const names = readFileSync(loaded, "utf8")
      .split("\n")
      .map((url) => basename(url));
    return names.filter((name) => ofTelemetry.has(name));
  };
  if (loads) await eventually("it is loaded", () => found().length > 0);
  server.process.stdin?.end();
  await server.exited;
  expect(readFileSync(loaded, "utf8")).toContain("main.js");
  expect(found().length > 0).toBe(loads);
  expect(server.stderr()).toContain(says);
  expect(globSync(".massgen/retinue/unsent", { cwd: workspace }).length > 0).toBe(loads);
});
