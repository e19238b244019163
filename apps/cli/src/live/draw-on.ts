import chalk, { supportsColor, supportsColorStderr } from "chalk";
import { render, type Instance, type RenderOptions } from "ink";
import type { ReactNode } from "react";

/** Draws a picture on a terminal: in colour where it has them, and never with NO_COLOR. */
export function drawOn(
  terminal: NodeJS.WriteStream,
  picture: ReactNode,
  options: Pick<RenderOptions, "alternateScreen" | "incrementalRendering"> = {},
): Instance {
  const colors = terminal === process.stderr ? supportsColorStderr : supportsColor;
  chalk.level = process.env["NO_COLOR"] || colors === false ? 0 : colors.level;
  return render(picture, {
    ...options,
    stdout: terminal,
    stderr: terminal,
    exitOnCtrlC: false,
    patchConsole: false,
    // What is a terminal is one in continuous integration as well.
    interactive: true,
  });
}
