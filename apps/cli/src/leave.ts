/** Ends this process as soon as what it wrote is out: what it holds in memory need not be taken apart first. */
export async function leave(): Promise<never> {
  await Promise.all([written(process.stdout), written(process.stderr)]);
  process.exit();
}

/** Resolves when a stream holds nothing back, or its reader is gone. */
async function written(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength === 0) return;
  await new Promise<void>((resolve) => stream.write("", () => resolve()));
}
