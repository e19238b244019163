import { closeSync, openSync, readFileSync, readSync } from "node:fs";

const page = 4096;
const chunk = 256 * page;

/**
 * Which of the texts are in the memory of a process, as root reads it: in any mapping that is there and can be read, as
 * UTF-8 or in two bytes a letter, as a JavaScript engine may keep it. A process that has ended meanwhile has none.
 */
export function textsInMemory(pid: number, texts: readonly string[]): string[] {
  const needles = texts.map((text) => [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le")]);
  const overlap = Math.max(0, ...needles.flat().map(({ length }) => length - 1));
  const found = new Set<number>();
  const buffer = Buffer.alloc(overlap + chunk);
  try {
    const memory = openSync(`/proc/${pid}/mem`, "r");
    const pages = openSync(`/proc/${pid}/pagemap`, "r");
    for (const [from, to] of readableMappings(pid)) {
      let kept = 0;
      for (let at = from; at < to; at += chunk) {
        const length = Math.min(chunk, to - at);
        const read = isPresent(pages, at, length) ? readAt(memory, buffer, kept, at, length) : 0;
        if (read === 0) {
          kept = 0;
          continue;
        }
        const seen = buffer.subarray(0, kept + read);
        needles.forEach((forms, index) => {
          if (forms.some((form) => seen.includes(form))) found.add(index);
        });
        kept = Math.min(overlap, seen.length);
        seen.copyWithin(0, seen.length - kept);
      }
    }
    closeSync(memory);
    closeSync(pages);
  } catch (error) {
    if (!["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
  return [...found].map((index) => texts[index] ?? "");
}

function readableMappings(pid: number): [number, number][] {
  const lines = readFileSync(`/proc/${pid}/maps`, "utf8").split("\n");
  return lines.flatMap((line) => {
    // The kernel's own pages, [vvar] and [vsyscall], cannot be read so.
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) r(?!.*\[v(?:var|syscall))/.exec(line) ?? [];
    return from === undefined || to === undefined
      ? []
      : [[Number.parseInt(from, 16), Number.parseInt(to, 16)]];
  });
}

/** Engines reserve far more than they touch. What is in no memory was never written. */
function isPresent(pages: number, at: number, length: number): boolean {
  const entries = Buffer.alloc((length / page) * 8);
  readSync(pages, entries, 0, entries.length, (at / page) * 8);
  for (let entry = 7; entry < entries.length; entry += 8) {
    // Bit 63: present; bit 62: swapped out.
    if (((entries[entry] ?? 0) & 0xc0) !== 0) return true;
  }
  return false;
}

function readAt(memory: number, buffer: Buffer, kept: number, at: number, length: number): number {
  try {
    return readSync(memory, buffer, kept, length, at);
  } catch {
    // A mapping of a device, or one that went meanwhile.
    return 0;
  }
}
