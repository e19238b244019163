import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";

/** The sections of a critique packet, in order. */
export const packetSections = [
  "criteria_interpretation",
  "criterion_findings",
  "cross_answer_synthesis",
  "preserve",
  "improvement_spec",
  "verification_plan",
  "evidence_gaps",
] as const;
export type PacketSection = (typeof packetSections)[number];

/** `critique_packet.md`, taken apart. */
export interface Packet {
  /** Where it was found. */
  readonly path: string;
  readonly text: string;
  /** What stands under each heading, without surrounding whitespace. */
  readonly sections: Readonly<Partial<Record<PacketSection, string>>>;
  /** Sections that are absent or empty. */
  readonly missing: readonly PacketSection[];
}

const argumentsSchema = z.object({ text: z.string(), path: z.string() });

/**
 * Takes a packet apart by its headings; undefined when there is nothing in it.
 *
 * @throws RoundEvaluatorError INVALID_INPUT.
 */
export function parsePacket(text: string, path: string): Packet | undefined {
  requireArguments("parsePacket", argumentsSchema, { text, path });
  if (text.trim() === "") return undefined;
  const found = new Map<PacketSection, string[]>();
  let current: string[] | undefined;
  let fenced = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const section = fenced ? undefined : sectionOf(line);
    if (section === undefined) current?.push(line);
    else {
      current = found.get(section) ?? [];
      found.set(section, current);
    }
  }
  const sections = Object.fromEntries(
    [...found].map(([name, lines]) => [name, lines.join("\n").trim()]).filter(([, body]) => body !== ""),
  ) as Packet["sections"];
  return { path, text, sections, missing: packetSections.filter((name) => sections[name] === undefined) };
}

/** `## 2. Criterion findings`, `**evidence_gaps**`, `preserve:`; models vary in this. */
function sectionOf(line: string): PacketSection | undefined {
  const heading =
    /^#{1,6}\s+(.+)$/.exec(line)?.[1] ??
    /^\*\*(.+)\*\*:?\s*$/.exec(line)?.[1] ??
    /^([\w`]+):\s*$/.exec(line)?.[1];
  if (heading === undefined) return undefined;
  const name = heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_*(\d+_)*/, "")
    .replace(/_+$/, "");
  return packetSections.find((section) => name === section || name.startsWith(`${section}_`));
}

/** What the evaluator could not establish; undefined when it names nothing. */
export function evidenceGaps(packet: Packet | undefined): string | undefined {
  const text = packet?.sections.evidence_gaps;
  return text === undefined || /^[-*\s]*(none|nothing)\b[^\n]*$/i.test(text) ? undefined : text;
}
