import { isDrawable } from "../../apps/cli/src/live/is-drawable.ts";

export interface ProgressView {
  /** Takes the message of a progress notification: `a: enforcement 60%; b: completed`. */
  update(message: string): void;
  end(): Promise<void>;
}

/**
 * The subagents of a workspace as they go: on a terminal as the program draws them, by their files; elsewhere what the
 * client is told, a plain line for each change of a subagent.
 */
export async function progressView(workspace: string, output: NodeJS.WriteStream): Promise<ProgressView> {
  if (!isDrawable(output)) return plainLines(output);
  const { teamViews } = await import("./team-views.ts");
  const views = teamViews(workspace, output);
  return { update: () => {}, end: async () => views[Symbol.asyncDispose]() };
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
    end: async () => {},
  };
}
