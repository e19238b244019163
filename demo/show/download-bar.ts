import { createLogUpdate } from "log-update";

const width = 24;

export interface DownloadBar {
  update(progress: { readonly receivedBytes: number; readonly totalBytes: number }): void;
  end(): void;
}

/** A bar that is redrawn on a terminal; elsewhere a line for each quarter. Nothing is shown before the first bytes. */
export function downloadBar(name: string, output: NodeJS.WriteStream): DownloadBar {
  const redraw = output.isTTY ? createLogUpdate(output) : undefined;
  let said = 0;
  return {
    update({ receivedBytes, totalBytes }) {
      const part = receivedBytes / totalBytes;
      const text = `${name}  ${megabytes(receivedBytes)} of ${megabytes(totalBytes)} MB`;
      if (redraw !== undefined) {
        const full = Math.round(part * width);
        redraw(`${"█".repeat(full)}${"░".repeat(width - full)}  ${text}`);
      } else if (part >= said + 0.25) {
        said = Math.floor(part * 4) / 4;
        output.write(`Downloading ${text}\n`);
      }
    },
    end() {
      redraw?.done();
    },
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
