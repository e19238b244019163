import { connect } from "node:net";
import { z } from "zod";
import type { OpenRunInput } from "../configure/open-run.ts";
import { ModelBrokerError, type ModelBrokerErrorCode } from "../model-broker-error.ts";
import { Deadline } from "../front/deadline.ts";
import { mostControlBytes, replySchema, spendingSchema, statusSchema, type Command } from "./protocol.ts";

type Spending = z.output<typeof spendingSchema>;

/** A host's broker, wherever it runs. Each call throws ModelBrokerError BROKER_FAILED when it is not there. */
export interface BrokerClient {
  /** Opens a run, or finds it open. Returns the directory of its socket `model.sock`. */
  open(run: OpenRunInput): Promise<string>;
  spending(run: string): Promise<Spending>;
  /** Ends its calls. What it spent stays on disk until `forget`. */
  close(run: string): Promise<Spending>;
  forget(run: string, parent?: string): Promise<void>;
  forgetParent(parent: string): Promise<void>;
  status(): Promise<z.output<typeof statusSchema>>;
}

/** Speaks to the broker through its control socket; connects anew for each call. */
export function connectBroker(control: string): BrokerClient {
  const ask = async <T>(command: Command, schema: z.ZodType<T>) => schema.parse(await say(control, command));
  return {
    open: (run) => ask({ do: "open", open: run }, z.string()),
    spending: (run) => ask({ do: "spending", run }, spendingSchema),
    close: (run) => ask({ do: "close", run }, spendingSchema),
    forget: async (run, parent) => {
      await say(control, { do: "forget", run, ...(parent !== undefined && { parent }) });
    },
    forgetParent: async (parent) => {
      await say(control, { do: "forget_parent", parent });
    },
    status: () => ask({ do: "status" }, statusSchema),
  };
}

const longestSilenceMs = 60_000;

async function say(control: string, command: Command): Promise<unknown> {
  const socket = connect(control);
  const deadline = new Deadline(longestSilenceMs, () => socket.destroy(new Error("it does not answer")));
  try {
    socket.end(`${JSON.stringify(command)}\n`);
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > mostControlBytes) throw new Error("it says too much");
      chunks.push(chunk);
    }
    const reply = replySchema.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
    if ("message" in reply)
      throw new ModelBrokerError(reply.code as ModelBrokerErrorCode, reply.message, { remedy: reply.remedy });
    return reply.ok;
  } catch (error) {
    if (error instanceof ModelBrokerError) throw error;
    throw new ModelBrokerError(
      "BROKER_FAILED",
      `the broker at ${control} cannot be asked: ${String(error)}`,
      {
        remedy: "Start it again; what was spent is on disk, and runs are opened anew.",
        cause: error,
      },
    );
  } finally {
    deadline.clear();
    socket.destroy();
  }
}
