import { closeSync } from "node:fs";
import { holdDirectoryWithin } from "@retinue/contained-fs";
import { delegationRequestSchema } from "@retinue/delegation-protocol";
import Docker, { type ContainerCreateOptions } from "dockerode";
import type { ChildConfig } from "@retinue/engine-contract";
import { admitRequest } from "../admit/admit-request.ts";
import { refused } from "../admit/refused.ts";
import type { OutboxConfig, WatcherConfig } from "../configure/watcher-config.ts";
import { createOptions } from "../contain/create-options.ts";
import { launcherId } from "../contain/container-identity.ts";
import { resolveImage } from "../contain/resolve-image.ts";
import { planRun } from "../watch/plan-run.ts";

/** What a request would get. */
export interface Plan {
  readonly container: ContainerCreateOptions;
  readonly config: ChildConfig;
}

/**
 * Says what a request would start, and starts nothing.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED with what the parent would be told, IMAGE_REFUSED.
 */
export async function planRequest(
  host: WatcherConfig,
  outbox: OutboxConfig,
  document: unknown,
): Promise<Plan> {
  const parsed = delegationRequestSchema.safeParse(document);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.map(String).join(".")}: ${message}`,
    );
    throw refused(problems.join("; "), "Correct the named keys.");
  }
  const request = parsed.data;
  const imageId = await resolveImage(new Docker({ socketPath: host.docker_socket }), host.image);
  const admitted = admitRequest({ request, outbox, host, inUse: [] });
  // Stands for the inputs, which are written only for a run.
  const inputs = holdDirectoryWithin(request.workspace, "");
  try {
    const run = planRun(
      { config: host, imageId, launcher: launcherId(host.spool) },
      outbox.name,
      { subagentId: request.subagent_id, requestId: request.request_id },
      { admitted, inputs, sha256: "" },
    );
    return { container: createOptions(run), config: admitted.config };
  } finally {
    closeSync(inputs.descriptor);
    admitted.release();
  }
}
