import { z } from "zod";
import type { LoggedCall } from "@retinue/engine-contract";
import { accessSchema, type Access } from "../configure/access.ts";
import type { OpenRunInput } from "../configure/open-run.ts";
import { ModelBrokerError, type ModelBrokerErrorCode } from "../model-broker-error.ts";
import { callsSchema, replySchema, spendingSchema, statusSchema, type Command } from "./protocol.ts";
import { attend, talk, wayText, type BrokerWay } from "./talk.ts";

type Spending = z.output<typeof spendingSchema>;

/** A host's broker, wherever it runs. Each call throws ModelBrokerError BROKER_FAILED when it is not there. */
export interface BrokerClient {
  /** Opens a run, or finds it open. Returns the directory of its socket `model.sock`, which one of the network has not. */
  open(run: OpenRunInput): Promise<string>;
  spending(run: string): Promise<Spending>;
  /** Of a run that was opened with a token. */
  access(run: string): Promise<Access>;
  /** The last calls of a run of the network, oldest first, until it is forgotten. */
  calls(run: string): Promise<LoggedCall[]>;
  /** Ends its calls. What it spent stays on disk until `forget`. */
  close(run: string): Promise<Spending>;
  forget(run: string, parent?: string): Promise<void>;
  /** Tells once when the broker has gone, until it is disposed of. */
  attend(gone: () => void): Disposable;
  status(): Promise<z.output<typeof statusSchema>>;
}

/** Speaks to a broker; connects anew for each call. */
export function connectBroker(way: BrokerWay): BrokerClient {
  const ask = async <T>(command: Command, schema: z.ZodType<T>) => schema.parse(await say(way, command));
  return {
    open: (run) => ask({ do: "open", open: run }, z.string()),
    spending: (run) => ask({ do: "spending", run }, spendingSchema),
    access: (run) => ask({ do: "access", run }, accessSchema),
    calls: (run) => ask({ do: "calls", run }, callsSchema),
    close: (run) => ask({ do: "close", run }, spendingSchema),
    forget: async (run, parent) => {
      await say(way, { do: "forget", run, ...(parent !== undefined && { parent }) });
    },
    attend: (gone) => attend(way, gone),
    status: () => ask({ do: "status" }, statusSchema),
  };
}

async function say(way: BrokerWay, command: Command): Promise<unknown> {
  try {
    const reply = replySchema.parse(JSON.parse(await talk(way, command)));
    if ("message" in reply)
      throw new ModelBrokerError(reply.code as ModelBrokerErrorCode, reply.message, { remedy: reply.remedy });
    return reply.ok;
  } catch (error) {
    if (error instanceof ModelBrokerError) throw error;
    throw new ModelBrokerError(
      "BROKER_FAILED",
      `the broker at ${wayText(way)} cannot be asked: ${String(error)}`,
      {
        remedy: "Start it again; what was spent is on disk, and runs are opened anew.",
        cause: error,
      },
    );
  }
}
