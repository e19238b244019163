import { randomFillSync } from "node:crypto";
import { writeSync } from "node:fs";
import type { Trick } from "../trick.ts";

const megabyte = 1024 ** 2;
const streams = { stdout: 1, stderr: 2 } as const;

function flood(name: string, megabytes: number, piece: () => Uint8Array): Trick[] {
  return Object.entries(streams).map(([stream, descriptor]) => ({
    name: `${stream}: ${name}`,
    weight: 2,
    act() {
      const bytes = piece();
      for (let written = 0; written < megabytes * megabyte; written += bytes.length) all(descriptor, bytes);
    },
  }));
}

/** Pipes take what fits. */
function all(descriptor: number, bytes: Uint8Array): void {
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}

const random = () => randomFillSync(Buffer.alloc(megabyte));
const turning = "\u001b[31m\u202e\u0007\u009b5n\u0000";

/** More output than anybody wants, and none of it text. */
export const outputFloods: readonly Trick[] = [
  ...flood("bytes of no text", 12, random),
  ...flood("one line of 10 MB", 10, () => Buffer.alloc(megabyte, "x")),
  ...flood("short lines", 8, () => Buffer.from("line\n".repeat(100_000))),
  ...flood("turning text", 4, () => Buffer.from(`${turning}\n`.repeat(20_000))),
  ...flood("crosses of errors", 2, () => Buffer.from(`❌ ${"an error ".repeat(8)}\n`.repeat(5_000))),
  {
    name: "stderr: 2,000 bytes that grow threefold",
    weight: 3,
    ending: 1,
    answers: false,
    act: () => all(2, Buffer.alloc(4_000, 0x80)),
  },
];
