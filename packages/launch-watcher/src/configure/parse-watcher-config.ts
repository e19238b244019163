import { isWithin, overlaps } from "@retinue/contained-fs";
import { problemsOf } from "@retinue/errors";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { isDeniedRoot } from "./path-problem.ts";
import { watcherConfigSchema, type WatcherConfig } from "./watcher-config.ts";

/**
 * Checks the host's configuration as a whole and reports every problem at once.
 *
 * @throws LaunchWatcherError INVALID_CONFIGURATION.
 */
export function parseWatcherConfig(document: unknown, source = "the configuration"): WatcherConfig {
  const parsed = watcherConfigSchema.safeParse(document);
  const problems = parsed.success ? clashes(parsed.data) : problemsOf(parsed.error);
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new LaunchWatcherError(
    "INVALID_CONFIGURATION",
    `${source} is not valid:\n  ${problems.join("\n  ")}`,
    {
      remedy: "Correct the named keys; nothing was started.",
      details: { problems },
    },
  );
}

function clashes(config: WatcherConfig): string[] {
  const { spool, docker_socket, outboxes, broker } = config;
  const unknown = outboxes.flatMap((outbox) => unknownModels(outbox, broker?.routes ?? {}));
  const places = outboxes.flatMap(({ name, directory, workspace_roots, context_roots }, index) => {
    const roots = [...workspace_roots, ...context_roots];
    const others = outboxes.slice(0, index);
    return [
      ...roots.filter(isDeniedRoot).map((root) => `outbox ${name}: ${root} holds the machine's own files`),
      ...roots
        .filter((root) => isWithin(docker_socket, root))
        .map((root) => `outbox ${name}: ${root} holds the engine's socket`),
      ...[directory, ...roots]
        .filter((each) => overlaps(each, spool))
        .map((each) => `outbox ${name}: ${each} and the spool ${spool} lie inside each other`),
      ...workspace_roots
        .filter((root) => isWithin(directory, root) && directory === root)
        .map((root) => `outbox ${name}: ${root} is the outbox itself`),
      ...others.filter((other) => other.name === name).map(() => `outbox ${name} is there twice`),
      ...others
        .filter((other) => overlaps(other.directory, directory))
        .map(
          (other) =>
            `the outboxes of ${other.name} and ${name} lie inside each other: one outbox is one parent`,
        ),
      ...others
        .filter((other) => other.workspace_roots.some((a) => workspace_roots.some((b) => overlaps(a, b))))
        .map(
          (other) => `the workspace roots of ${other.name} and ${name} overlap: one would write the other's`,
        ),
    ];
  });
  return [...unknown, ...places, ...clusterProblems(config)];
}

/** What pods could not be given, or not be asked. */
function clusterProblems({
  engine,
  kubernetes,
  spool,
  outboxes,
  broker,
  mount_pinning,
}: WatcherConfig): string[] {
  if (engine === "docker")
    return [
      ...(kubernetes === undefined ? [] : ["kubernetes is given, and engine is docker"]),
      ...(broker?.network === undefined
        ? []
        : ["broker.network is given, and engine is docker: its containers have no network"]),
    ];
  if (kubernetes === undefined)
    return ["engine is kubernetes, and there is no kubernetes with its namespace and claims"];
  const roots = outboxes.flatMap((outbox) => [...outbox.workspace_roots, ...outbox.context_roots]);
  const claimed = (path: string) => kubernetes.claims.some((claim) => isWithin(path, claim.path));
  return [
    ...[spool, ...roots]
      .filter((path) => !claimed(path))
      .map((path) => `${path} lies beneath no path of kubernetes.claims: pods could not be given it`),
    ...(mount_pinning === "gate" ? [] : ["engine kubernetes needs mount_pinning: gate"]),
    // A run's socket is of this machine, and its pod may be on another one.
    ...(broker === undefined || broker.network !== undefined
      ? []
      : ["engine kubernetes asks models over the network: name the broker's place in broker.network"]),
  ];
}

function unknownModels(
  { name, models }: WatcherConfig["outboxes"][number],
  routes: NonNullable<WatcherConfig["broker"]>["routes"],
): string[] {
  return Object.entries(models).flatMap(([route, named]) => {
    if (!Object.hasOwn(routes, route))
      return [`outbox ${name}: models names the route ${route}, which broker.routes has not`];
    const known = routes[route]?.models ?? [];
    return named
      .filter((model) => !known.includes(model))
      .map((model) => `outbox ${name}: ${model} is none of the models of broker.routes.${route}`);
  });
}
