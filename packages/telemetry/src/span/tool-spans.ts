import { spanIdWithin } from "@retinue/engine-contract";
import { limitedText } from "@retinue/status-model";
import type { TeamEvent } from "../read/team-events.ts";
import type { Beneath } from "./call-spans.ts";
import { ifCaptured } from "./content.ts";
import { amountIn, plainNameIn } from "./names.ts";
import { known, type PlannedSpan } from "./planned-span.ts";

const maxArguments = 2000;

/**
 * The tools that an agent used. How long it took is known where the engine says so, as MassGen does; elsewhere a span has
 * a beginning and no length.
 */
export function toolSpans(
  events: readonly TeamEvent[],
  { parentId, captures, latest }: Beneath,
): PlannedSpan[] {
  const seconds = new Map(
    events.flatMap(({ type, data }) => {
      const elapsed = type === "tool_complete" ? amountIn(data["elapsed_seconds"]) : undefined;
      return elapsed === undefined ? [] : [[data["tool_id"], elapsed] as const];
    }),
  );
  const uses = events.filter(({ type }) => type === "tool_start");
  return uses.map(({ at, data }, index) => {
    const tool = plainNameIn(data["tool_name"]) ?? "_OTHER";
    const start = Math.min(at, latest);
    return {
      id: spanIdWithin(parentId, `tool ${index}`),
      parentId,
      name: `execute_tool ${tool}`,
      kind: "internal",
      start,
      end: Math.max(start, Math.min(start + (seconds.get(data["tool_id"]) ?? 0) * 1000, latest)),
      isError: false,
      attributes: {
        ...known({
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": tool,
          "retinue.round": amountIn(data["round"]),
        }),
        ...ifCaptured(captures, () => ({ "gen_ai.tool.call.arguments": argumentsIn(data["args"]) })),
      },
    };
  });
}

function argumentsIn(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return limitedText(typeof value === "string" ? value : JSON.stringify(value), maxArguments);
}
