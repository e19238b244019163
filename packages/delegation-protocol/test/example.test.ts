import { expect, test } from "vitest";
import { claimRequest, decide, publish, readRequest, type Exchange } from "../src/host/index.ts";
import { newResponse } from "../src/index.ts";
import { awaitResponse, forgetExchange, writeRequest } from "../src/parent/index.ts";
import { request, temporaryExchange } from "./exchange.ts";

test("the example of the README", async () => {
  const exchange: Exchange = temporaryExchange();
  const directory = exchange.outbox;
  // #region parent
  const asked = request({ subagent_id: "scout", task: "Look around" });
  writeRequest(directory, asked);
  const response = awaitResponse(directory, {
    subagentId: "scout",
    requestId: asked.request_id,
    signal: AbortSignal.timeout(60_000),
  });
  // #endregion
  // #region host
  const claim = claimRequest(exchange, "scout");
  if (claim.outcome === "claimed") {
    const read = readRequest(exchange, claim.entry);
    const outcome = read.ok
      ? ({ status: "completed", exitCode: 0, stdout: read.request.task } as const)
      : ({ status: "error", stderr: read.problem } as const);
    decide(exchange, claim.entry, newResponse(claim.entry, outcome, new Date()));
    publish(exchange, claim.entry);
  }
  // #endregion
  expect(await response).toMatchObject({ status: "completed", exit_code: 0, stdout_tail: "Look around" });
  forgetExchange(directory, "scout");
});
