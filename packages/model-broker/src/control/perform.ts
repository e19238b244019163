import { isRetinueError, parseOrThrow } from "@retinue/errors";
import { invalidInput, type OpenRunInput } from "../configure/open-run.ts";
import type { Broker } from "../run/broker.ts";
import { commandSchema, type Reply } from "./protocol.ts";

/** The reply to a command as it came; what failed is said in it. */
export async function replyTo(text: string, act: (command: unknown) => Promise<unknown>): Promise<Reply> {
  try {
    const command: unknown = JSON.parse(text);
    return { ok: (await act(command)) ?? null };
  } catch (error) {
    if (isRetinueError(error)) return { code: error.code, message: error.message, remedy: error.remedy };
    const message = error instanceof Error ? error.message : String(error);
    return { code: "BROKER_FAILED", message, remedy: "See the broker's log." };
  }
}

/** @param open What an owner may open, and how, depends on where it is. */
export async function perform(
  given: unknown,
  broker: Broker,
  open: (run: OpenRunInput) => Promise<string> = (run) => broker.open(run),
): Promise<unknown> {
  const command = parseOrThrow(commandSchema, given, invalidInput);
  switch (command.do) {
    case "open":
      return open(command.open);
    case "spending":
      return broker.spending(command.run);
    case "close":
      return broker.close(command.run);
    case "forget":
      return broker.forget(command.run, command.parent);
    case "calls":
      return broker.calls(command.run);
    case "access":
      return broker.access(command.run);
    case "status":
      return { pid: process.pid, instance: broker.instance, runs: broker.runs };
  }
}
