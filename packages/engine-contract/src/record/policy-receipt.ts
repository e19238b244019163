import { z } from "zod";

/**
 * What is in force for a container, as the engine says, not as it was asked; in the same form for a sandbox, as it
 * was looked at from inside. A limit of 0 is none. Of what a host may add, every key is kept.
 */
export const policyReceiptSchema = z
  .looseObject({
    image: z.string().describe("Its id; empty for a sandbox, which has none"),
    boundary: z
      .string()
      .optional()
      .describe("bubblewrap: a sandbox on the machine itself; absent: a container"),
    network: z
      .string()
      .describe(
        "none: it sees a loopback interface and nothing else; hosts: that, and a proxy to `hosts`; policy: a pod, " +
          "whose network is what the cluster's NetworkPolicy leaves of it",
      ),
    hosts: z.array(z.string()).optional().describe("HOST:PORT that a sandbox reaches"),
    user: z.string().describe("uid:gid"),
    privileged: z.boolean(),
    capabilities_added: z.array(z.string()),
    capabilities_dropped: z.array(z.string()),
    security_options: z.array(z.string()),
    read_only_root: z.boolean(),
    memory_bytes: z.number(),
    memory_and_swap_bytes: z.number().describe("Equal to memory_bytes: no swap"),
    cpus: z.number(),
    pids: z.number().describe("Processes and threads"),
    mounts: z.array(
      z.looseObject({
        target: z.string(),
        type: z.string(),
        read_only: z.boolean(),
        source: z.string(),
      }),
    ),
    entrypoint: z.array(z.string()).optional().describe("What it begins with: the gate, then the engine"),
    working_directory: z.string().optional(),
    environment: z.array(z.string()).optional().describe("NAME=value; the host's constants"),
    healthcheck: z.array(z.string()).optional(),
    network_disabled: z.boolean().optional(),
    masked_paths: z.array(z.string()).optional().describe("Of /proc and /sys, by the engine"),
    read_only_paths: z.array(z.string()).optional().describe("Of /proc and /sys, by the engine"),
    tmpfs: z.record(z.string(), z.string()).optional().describe("Mount options by path"),
    ulimits: z.array(z.looseObject({ name: z.string(), soft: z.number(), hard: z.number() })).optional(),
    init: z.boolean().optional(),
    ipc_namespace: z.string().optional(),
    pid_namespace: z.string().optional().describe("Empty: its own"),
    uts_namespace: z.string().optional().describe("Empty: its own"),
    cgroup_namespace: z.string().optional(),
    user_namespace: z.string().optional().describe("Empty: as the engine is set up"),
    log: z.looseObject({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
    restart_policy: z.string().optional(),
    auto_remove: z.boolean().optional().describe("False: the exit code survives a crash of the host"),
    models: z
      .looseObject({
        routes: z
          .record(z.string(), z.array(z.string()))
          .describe("Models by the route of the host's broker"),
        limits: z.looseObject({}).describe("What the run may spend"),
      })
      .optional()
      .describe("What it may ask through the host's broker; absent: nothing"),
    oom_score_adjustment: z.number().optional(),
  })
  .describe("What is in force for a container or a sandbox");
export type PolicyReceipt = z.infer<typeof policyReceiptSchema>;
