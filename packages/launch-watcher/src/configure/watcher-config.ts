import { idSchema } from "@retinue/engine-contract";
import { limitsSchema, routesSchema } from "@retinue/model-broker";
import { z } from "zod";
import { pathProblem } from "./path-problem.ts";

const path = z.string().superRefine((value, context) => {
  const problem = pathProblem(value);
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
});

const megabytes = (fallback: number) => z.number().int().min(1).max(1_048_576).default(fallback);

export const resourcesSchema = z
  .strictObject({
    memory_mb: megabytes(1024).describe("Memory of one container; it gets no swap"),
    cpus: z.number().positive().max(1024).default(1),
    pids: z.number().int().min(16).max(65_536).default(256).describe("Processes and threads"),
    open_files: z.number().int().min(64).max(1_048_576).default(1024),
    file_mb: megabytes(256).describe("Largest single file that it may write"),
    temporary_mb: megabytes(64).describe("Size of its /tmp"),
  })
  .describe("What one container may use");

const limits = limitsSchema.omit({ deadline_at: true });

export const modelLimitsSchema = z
  .strictObject({
    run: limits.prefault({}).describe("Of each run"),
    outbox: limits.prefault({ concurrency: 1024 }).describe("Of all runs of the outbox, in its lifetime"),
  })
  .describe("What the runs of an outbox may spend");

export const outboxSchema = z
  .strictObject({
    name: idSchema.describe("Names the outbox in logs; one outbox is one parent's identity"),
    directory: path.describe("Directory that the parent puts its requests into; shared with it alone"),
    workspace_roots: z.array(path).min(1).describe("Workspaces lie strictly beneath one of these"),
    context_roots: z
      .array(path)
      .default([])
      .describe("What runs may be given to read lies here; empty: nothing may"),
    models: z
      .record(z.string(), z.array(z.string()).min(1))
      .default({})
      .describe("Models of the broker's routes that its runs may ask, by the name of the route; empty: none"),
    model_limits: modelLimitsSchema.prefault({}),
    max_concurrent: z.number().int().min(1).max(256).default(3),
    max_per_minute: z.number().int().min(1).default(600).describe("Further requests wait"),
    max_requests: z
      .number()
      .int()
      .min(1)
      .default(100_000)
      .describe("In the outbox's lifetime; further ones are refused"),
    max_spool_mb: megabytes(1024).describe(
      "Requests that are kept, in the outbox's lifetime; further ones lie there until it is raised",
    ),
    max_timeout_seconds: z.number().int().min(1).max(86_400).default(600).describe("A longer one is cut"),
  })
  .describe("One parent, what it may name, and how much it may ask for");
export type OutboxConfig = z.infer<typeof outboxSchema>;

/** A name as Kubernetes takes it. */
const dnsName = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, "must be a name of Kubernetes");

export const kubernetesSchema = z
  .strictObject({
    namespace: dnsName.describe("Of the runs: nothing outside of it is asked for"),
    kubeconfig: path
      .optional()
      .describe("How the cluster is reached; absent: by the service account of the watcher's own pod"),
    claims: z
      .array(
        z.strictObject({
          path: path.describe("Where the watcher sees the root of the volume"),
          claim: dnsName.describe("The PersistentVolumeClaim of that volume, in the namespace of the runs"),
          compare: z
            .enum(["device-and-inode", "inode"])
            .default("device-and-inode")
            .describe(
              "What the gate compares. inode: for a filesystem of the network, of which each node has a device number of its own",
            ),
        }),
      )
      .min(1)
      .describe(
        "Volumes with the spool, the outboxes' workspaces and contexts: pods are given directories of these",
      ),
    queue: dnsName
      .optional()
      .describe("Kueue's LocalQueue that each run waits in; absent: max_concurrent alone"),
    start_seconds: z
      .number()
      .int()
      .min(5)
      .max(3600)
      .default(120)
      .describe("How long a pod may wait for a node, its image and its volumes"),
    keep_seconds: z
      .number()
      .int()
      .min(60)
      .max(2_592_000)
      .default(86_400)
      .describe("How long Kubernetes keeps a Job that has ended, for a watcher that is away meanwhile"),
    ephemeral_storage: z
      .string()
      .regex(/^[1-9]\d*(Mi|Gi)$/, "must be an amount such as 64Mi")
      .default("64Mi")
      .describe("Of a pod on its node's disk: its log"),
    requests_per_second: z.number().min(1).max(1000).default(20).describe("Calls to the API server, at most"),
    node_selector: z
      .record(z.string(), z.string())
      .optional()
      .describe("Labels of the nodes that runs may be on"),
    runtime_class: dnsName.optional().describe("A RuntimeClass, such as one that isolates more"),
    priority_class: dnsName.optional().describe("A PriorityClass"),
    lease: z
      .strictObject({
        name: dnsName.describe("Of a Lease in the namespace, which is there: of this spool alone"),
        duration_seconds: z
          .number()
          .int()
          .min(6)
          .max(600)
          .default(30)
          .describe("After so long without a renewal another watcher takes over"),
      })
      .optional()
      .describe(
        "Lets several watchers be there for one spool, of which one works; absent: there may be one, by the spool's lock",
      ),
  })
  .describe("Where runs are Jobs of Kubernetes");

const port = (fallback: number) => z.number().int().min(1).max(65_535).default(fallback);

export const brokerNetworkSchema = z
  .strictObject({
    host: z
      .string()
      .regex(/^[A-Za-z0-9:]([A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?$/, "must be a name or an address")
      .describe("Its name or address: pods are told the address"),
    port: port(8484).describe("Runs ask their models there"),
    control_port: port(8485).describe("The watcher opens and closes runs there"),
    certificate: path.describe(
      "PEM file: the broker's certificate, of the name retinue-broker, or who signed it",
    ),
    key: path.optional().describe("PEM file of that certificate's key: the broker's alone"),
    secret: path.describe("File with the secret that the watcher shows; at least 32 characters"),
  })
  .describe(
    "A broker that is asked over the network, by TLS and a token for each run, where runs are on other machines: " +
      "`retinue-watch broker DIRECTORY --network` with this same file, which alone has the keys",
  );

/** The host's decisions. Nothing of what stands here can be chosen by a request. */
export const watcherConfigSchema = z
  .strictObject({
    version: z.literal(1),
    spool: path.describe(
      "The watcher's own records: private, never mounted, best on a filesystem of its own",
    ),
    engine: z.enum(["docker", "kubernetes"]).default("docker").describe("What runs the containers"),
    docker_socket: path.default("/var/run/docker.sock"),
    kubernetes: kubernetesSchema.optional(),
    engine_timeout_seconds: z
      .number()
      .int()
      .min(1)
      .max(3600)
      .default(120)
      .describe("How long the engine may take to answer one call; then it is asked again"),
    image: z
      .string()
      .min(1)
      .describe(
        "Docker: resolved to its id once, at start; never pulled. Kubernetes: REGISTRY/IMAGE@sha256:…",
      ),
    engine_command: z
      .array(z.string().min(1))
      .min(1)
      .default(["node", "/opt/retinue/main.js"])
      .describe("Program inside the image; the engine's flags are appended"),
    engine_prompt: z
      .enum(["file", "argument"])
      .default("file")
      .describe(
        "How that program gets its prompt: retinue-child by --prompt-file, massgen as its last argument",
      ),
    unprivileged_uid: z
      .number()
      .int()
      .min(1)
      .max(4_294_967_293)
      .default(65_532)
      .describe("Runs a child whose workspace belongs to root; uid 0 is never used"),
    mount_pinning: z
      .enum(["volume", "gate"])
      .default("volume")
      .describe(
        "volume: the directory that was checked is mounted by its descriptor (watcher on dockerd's host). " +
          "gate: a plain bind, compared before anything runs (watcher in a container, remote engine)",
      ),
    resources: resourcesSchema.prefault({}),
    broker: z
      .strictObject({
        routes: routesSchema,
        started_by: z
          .enum(["watcher", "operator"])
          .default("watcher")
          .describe(
            "watcher: a process beside it, which outlives it. operator: one that is kept in <spool>/broker by " +
              "`retinue-watch broker <spool>/broker --stay`, for a watcher that has no network itself",
          ),
        network: brokerNetworkSchema.optional(),
      })
      .optional()
      .describe("Models for runs that have no network: the host asks them, with its own keys"),
    max_concurrent: z.number().int().min(1).max(1024).default(8).describe("Over all outboxes"),
    outboxes: z.array(outboxSchema).min(1),
  })
  .describe("Configuration of the host watcher");
export type WatcherConfig = z.infer<typeof watcherConfigSchema>;
