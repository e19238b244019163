/** Whether a stream is a terminal that can be drawn on: one without a size has no room. */
export function isDrawable({ isTTY, rows }: NodeJS.WriteStream): boolean {
  return isTTY && rows > 0;
}
