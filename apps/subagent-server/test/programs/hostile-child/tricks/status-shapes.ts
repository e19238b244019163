import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownPath } from "../own-path.ts";
import { statusOf } from "../status.ts";
import type { Scene, Trick } from "../trick.ts";
import { statusTrick, writeStatus } from "../write-status.ts";

function raw(name: string, data: (scene: Scene) => string | Uint8Array): Trick {
  return {
    name: `status: ${name}`,
    weight: 2,
    answers: false,
    act: (scene) => writeStatus(scene, data(scene)),
  };
}

const ordinary = JSON.stringify(statusOf({}));
const turning = "\u001b[2J\u001b]0;owned\u0007\u202egnirts\u2066\u0000\ud800\r\nsecond line";
const numbers = ["1e999", "-1e999", "1e-999", "-0", "9007199254740993", "1e308"];
const anyType = [null, true, -1, 1e300, "text", "", [], [[]], {}, { length: 1e9 }, [null], "__proto__"];
const climbing = [
  "..",
  ".",
  "",
  "/",
  "../../../../etc",
  "a/b",
  "\u0000",
  "20260102_190132_000001/../..",
  "con\n",
];

/** A section of every wrong type, with what is inside as well. */
const wrong = statusTrick("wrong types", 6, ({ random }) => {
  const value = () => random.pick(anyType);
  const entry = { agentId: value(), timestamp: value(), workspacePath: value(), answerLabel: value() };
  return {
    meta: value(),
    costs: random.happens(0.5) ? value() : { total_input_tokens: value(), total_estimated_cost: value() },
    coordination: random.happens(0.5) ? value() : { phase: value(), completion_percentage: value() },
    agents: random.happens(0.3)
      ? value()
      : { agent1: value(), agent2: { answer_count: value(), error: value() } },
    historical_workspaces: random.happens(0.3) ? value() : [value(), entry, entry],
    results: random.happens(0.3) ? value() : { winner: value(), votes: { "agent1.1": value() } },
    warnings: value(),
    is_complete: value(),
  };
});

/** Answers that a status says lie outside. */
function elsewhere({ order, random }: Scene): object {
  const outside = `${order.outside}/tree/directory`;
  const paths = [
    outside,
    `${outside}/.`,
    `${order.outside}/tree/secret.txt`,
    "../../..",
    "/proc/self/root",
    "~",
  ];
  return {
    historical_workspaces: paths.flatMap((workspacePath) => [
      { agentId: "agent1", workspacePath, timestamp: random.pick(climbing) },
      { agentId: random.pick(climbing), workspacePath, timestamp: "20260102_190132_000009" },
    ]),
    results: { winner: random.pick([...climbing, outside]), votes: {} },
  };
}

/** Statuses that are no status, or one by the letter only. */
export const statusShapes: readonly Trick[] = [
  raw("torn", ({ random }) => ordinary.slice(0, random.below(ordinary.length))),
  raw("empty", () => ""),
  raw("a list", () => "[1, 2, 3]"),
  raw("deep lists", () => "[".repeat(3_000_000) + "]".repeat(3_000_000)),
  raw("deep objects", () => `{"agents":${'{"a":'.repeat(1_000_000)}1${"}".repeat(1_000_000)}}`),
  raw("deep in a section", () =>
    ordinary.replace('"votes":{}', `"votes":${"[".repeat(5_000)}${"]".repeat(5_000)}`),
  ),
  raw("its own prototype", () =>
    ordinary.replace(
      "{",
      '{"__proto__":{"is_complete":true,"agents":{"x":1}},"constructor":{"prototype":1},',
    ),
  ),
  raw("agents called __proto__", () =>
    ordinary
      .replaceAll("agent1", "__proto__")
      .replace('"votes":{}', '"votes":{"__proto__":9,"constructor":1}'),
  ),
  raw("numbers without end", ({ random }) =>
    ordinary.replaceAll(/:(\d+)(?=[,}])/g, () => `:${random.pick(numbers)}`),
  ),
  raw("no UTF-8", () => Buffer.concat([Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from(ordinary)])),
  raw("bytes of no text inside", ({ random }) => {
    const bytes = Buffer.from(ordinary);
    for (let each = 0; each < 20; each++) bytes[random.below(bytes.length)] = random.below(256);
    return bytes;
  }),
  raw("half of UTF-16", () => Buffer.from(ordinary, "utf16le")),
  statusTrick("turning text everywhere", 4, () => ({
    agents: { [turning]: { status: turning, answer_count: 1, error: turning, latest_answer_label: turning } },
    historical_workspaces: [
      { agentId: turning, timestamp: turning, workspacePath: turning, answerLabel: turning },
    ],
    results: { winner: turning, votes: { [turning]: 1 }, final_answer_preview: turning },
    coordination: { phase: "presentation", active_agent: turning, completion_percentage: 100 },
    warnings: [turning],
  })),
  statusTrick("answers elsewhere", 6, elsewhere),
  { ...wrong, name: "status: wrong types 1" },
  { ...wrong, name: "status: wrong types 2" },
  {
    name: "an answer of turning text",
    weight: 3,
    ending: 0,
    act: (scene) => writeFileSync(ownPath(scene, scene.place.answerFile), turning.repeat(4_000)),
  },
  {
    name: "votes for outside",
    weight: 3,
    answers: false,
    act(scene) {
      const { attempt, order, random } = scene;
      const votes = ownPath(scene, join(attempt, "agent1/20260102_190134"));
      mkdirSync(votes, { recursive: true });
      const voted_for = random.pick([...climbing, `${order.outside}/tree`, "__proto__", "x".repeat(200_000)]);
      writeFileSync(join(votes, "vote.json"), JSON.stringify({ voted_for }));
    },
  },
];
