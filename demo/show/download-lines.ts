/** Says how far a download is: a line for each quarter. Nothing is said before the first bytes. */
export function downloadLines(name: string, output: NodeJS.WriteStream) {
  let said = 0;
  return ({ receivedBytes, totalBytes }: { readonly receivedBytes: number; readonly totalBytes: number }) => {
    const part = receivedBytes / totalBytes;
    if (part < said + 0.25) return;
    said = Math.floor(part * 4) / 4;
    output.write(`Downloading ${name}  ${megabytes(receivedBytes)} of ${megabytes(totalBytes)} MB\n`);
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
