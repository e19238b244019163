import { ProtocolErrorCode, type JSONRPCErrorResponse } from "@modelcontextprotocol/server";
import { maxLineBytes, type DroppedLine } from "./bounded-lines.ts";

const id = String.raw`"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,100}")`;
const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const atStart = new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${id}`);
// One brace alone closes the message: the id is the message's own.
const atEnd = new RegExp(String.raw`${id}\s*(?:,\s*${version}\s*)?\}\s*$`);

/** The answer to a request that was too long to be read; none when its id is not to be had. */
export function refuseDropped({ bytes, start, end }: DroppedLine): JSONRPCErrorResponse | undefined {
  const found = (atStart.exec(start) ?? atEnd.exec(end))?.[1];
  if (found === undefined) return undefined;
  return {
    jsonrpc: "2.0",
    id: JSON.parse(found) as string | number,
    error: {
      code: ProtocolErrorCode.InvalidRequest,
      message: `The message has ${bytes} bytes and was not read: at most ${maxLineBytes} are. Name files instead of their contents.`,
    },
  };
}
