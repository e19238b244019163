// A member of an evaluator team: `judge.mjs MODE`. Writes a draft of the packet as its answer, and as the
// presenter the packet, the verdict and the tasks, as the mode says: whole, no-tasks, broken-tasks, hang.
import { readFileSync, writeFileSync } from "node:fs";

const [mode = "whole"] = process.argv.slice(2);
const { RETINUE_STAGE: stage, RETINUE_AGENT_ID: id } = process.env;
const prompt = readFileSync(0, "utf8");
writeFileSync(`prompt-${stage}.txt`, prompt);
if (mode === "hang") setInterval(() => {}, 1_000);
else {
  const word = stage === "present" ? "presented" : "draft";
  const labels = [...prompt.matchAll(/<answer label="([^"]+)">/g)].map(([, label]) => label);
  const sections = [
    "criteria_interpretation",
    "criterion_findings",
    "cross_answer_synthesis",
    "preserve",
    "improvement_spec",
    "verification_plan",
    "evidence_gaps",
  ];
  const body = (name) =>
    name === "cross_answer_synthesis" ? `of ${labels.join(" and ")}` : `${word} by ${id}`;
  writeFileSync("critique_packet.md", sections.map((name) => `## ${name}\n\n${body(name)}\n`).join("\n"));
  if (stage === "present") writePlan();
  process.stdout.write(`${word} by ${id}\n`);
}

function writePlan() {
  writeFileSync("verdict.json", JSON.stringify({ verdict: "iterate", scores: { E1: 4 } }));
  if (mode === "no-tasks") return;
  const task = {
    id: "sort",
    description: `Sort it, says ${id}`,
    verification: "sort -c",
    success_criteria: "sort -c is silent",
    failure_signals: ["sort -c complains"],
    required_evidence: ["its exit code"],
  };
  const plan = {
    objective: "A sorted list",
    primary_strategy: "sort_once",
    strategy_mode: "incremental_refinement",
    approach_assessment: { ceiling_status: "ceiling_not_reached" },
    success_contract: {
      outcome_statement: "It is sorted",
      quality_bar: "No line is out of order",
      fail_if_any: ["a line is out of order"],
      required_evidence: ["sort -c"],
    },
    tasks: mode === "broken-tasks" ? [] : [task],
  };
  writeFileSync("next_tasks.json", JSON.stringify(plan));
}
