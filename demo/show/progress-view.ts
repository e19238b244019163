import { createLogUpdate } from "log-update";
import { stripVTControlCharacters, styleText } from "node:util";

const width = 24;
const clockMs = 500;

export interface ProgressView {
  /** Takes the message of a progress notification: `a: enforcement 60%; b: completed`. */
  update(message: string): void;
  end(): void;
}

/** Bars that are redrawn on a terminal; elsewhere a plain line for each change of a subagent. */
export function progressView(ids: readonly string[], output: NodeJS.WriteStream): ProgressView {
  // A terminal without a size has no room to redraw in.
  return output.isTTY && output.rows > 0 ? liveBars(ids, output) : plainLines(output);
}

function liveBars(ids: readonly string[], output: NodeJS.WriteStream): ProgressView {
  const started = Date.now();
  const states = new Map(ids.map((id) => [id, { state: "pending", percentage: 0, seconds: 0 }]));
  const redraw = createLogUpdate(output);
  const draw = () => redraw([...states].map(([id, state]) => bar(id, state)).join("\n"));
  const tick = () => {
    for (const state of states.values())
      if (!isOver(state.state)) state.seconds = (Date.now() - started) / 1000;
    draw();
  };
  const clock = setInterval(tick, clockMs);
  return {
    update(message) {
      for (const part of message.split("; ")) {
        const { id, state, percentage } = parsed(part);
        const known = states.get(id);
        if (known === undefined) continue;
        known.state = state;
        known.percentage = percentage ?? (state.startsWith("completed") ? 100 : known.percentage);
      }
      tick();
    },
    end() {
      clearInterval(clock);
      redraw.done();
    },
  };
}

function plainLines(output: NodeJS.WriteStream): ProgressView {
  const said = new Set<string>();
  return {
    update(message) {
      for (const part of message.split("; ")) {
        if (said.has(part)) continue;
        said.add(part);
        output.write(`${part}\n`);
      }
    },
    end() {},
  };
}

function bar(
  id: string,
  { state, percentage, seconds }: { state: string; percentage: number; seconds: number },
) {
  const full = Math.round((percentage / 100) * width);
  const blocks = styleText("green", "█".repeat(full)) + styleText("dim", "░".repeat(width - full));
  return `${id.padEnd(10)} ${blocks} ${String(percentage).padStart(3)}%  ${state.padEnd(14)} ${seconds.toFixed(1)} s`;
}

/** `a: enforcement 60%`. */
function parsed(part: string): { id: string; state: string; percentage: number | undefined } {
  const [, id = "", state = "", percentage] =
    /^(\S+): (\S+?)(?: (\d+)%)?$/.exec(stripVTControlCharacters(part)) ?? [];
  return { id, state, percentage: percentage === undefined ? undefined : Number(percentage) };
}

function isOver(state: string): boolean {
  return /^(?:completed|completed_but_timeout|partial|timeout|error|failed)$/.test(state);
}
