import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { closeExchange, openExchange, type Exchange } from "../src/host/index.ts";
import type { DelegationRequest } from "../src/index.ts";

/** An outbox and a spool of this test. */
export function temporaryExchange(): Exchange {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, "outbox"));
  const exchange = openExchange({ outbox: join(directory, "outbox"), spool: join(directory, "spool") });
  onTestFinished(() => closeExchange(exchange));
  return exchange;
}

export function request(overrides: Partial<DelegationRequest> = {}): DelegationRequest {
  return {
    version: 1,
    subagent_id: "scout",
    request_id: "0123456789abcdef",
    task: "Look around",
    yaml_config: { agents: [{ id: "solo", backend: { type: "command", command: ["true"] } }] },
    answer_file: "/ws/answer.txt",
    workspace: "/ws",
    timeout_seconds: 60,
    created_at: "2026-01-02T03:04:05.000Z",
    ...overrides,
  };
}
