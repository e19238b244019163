import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { packetSections, parsePacket } from "../../src/index.ts";
import { packetText } from "../artifact-texts.ts";

test(`the seven sections are found and taken apart ${verifies("EVALUATOR-PACKET")}`, () => {
  const packet = parsePacket(packetText("word", "what runs on Windows"), "/p");
  expect(packet?.missing).toEqual([]);
  expect(Object.keys(packet?.sections ?? {})).toEqual([...packetSections]);
  expect(packet?.sections).toMatchObject({
    preserve: "word on preserve",
    evidence_gaps: "what runs on Windows",
  });
});

test("headings as models write them; not those inside code, and what stands under foreign headings belongs above", () => {
  const text = [
    "# Packet",
    "### 1. Criteria Interpretation",
    "a",
    "#### E1",
    "b",
    "**criterion_findings**",
    "```",
    "## preserve",
    "```",
    "## `cross_answer_synthesis`:",
    "c",
    "preserve:",
    "d",
  ].join("\n");
  expect(parsePacket(text, "/p")).toMatchObject({
    sections: {
      criteria_interpretation: "a\n#### E1\nb",
      criterion_findings: "```\n## preserve\n```",
      cross_answer_synthesis: "c",
      preserve: "d",
    },
    missing: ["improvement_spec", "verification_plan", "evidence_gaps"],
  });
});

test("an empty section is a missing one, an empty packet is none", () => {
  expect(parsePacket("## preserve\n\n## improvement_spec\nx", "/p")?.missing).toContain("preserve");
  expect(parsePacket(" \n", "/p")).toBeUndefined();
});
