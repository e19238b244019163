import { startVendorApi } from "@retinue/testkit/vendor-api";
import { expect, it, onTestFinished } from "vitest";
import { post, raw, served } from "./served.ts";

const path = "/openai/v1/chat/completions";
const body = { model: "gpt-5-mini", messages: [{ role: "user", content: "hello" }] };
const text = JSON.stringify(body);
const valid = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
const pieces = [
  "\r\n",
  "\n",
  "\r",
  " ",
  "..",
  "%2f",
  "%2e",
  "//",
  "\0",
  ":",
  "http://a",
  "Host: b\r\n",
  "\u00ff",
  "0",
  "{",
];
const more = [
  "Transfer-Encoding: chunked\r\n",
  "Upgrade: h2c\r\n",
  "Content-Length: 1\r\n",
  '"store":true,',
  "GPT",
  "?a=b",
];
const inserted = [...pieces, ...more];

/** The same numbers each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function mutated(next: (below: number) => number): string {
  let bytes = valid;
  for (let left = next(4) + 1; left > 0; left--) {
    const at = next(bytes.length);
    const taken = next(3) === 0 ? next(12) : next(2);
    bytes = bytes.slice(0, at) + (inserted[next(inserted.length)] ?? "") + bytes.slice(at + taken);
  }
  return bytes;
}

it("passes on nothing but what is allowed, whatever is sent, and lives", { timeout: 1_800_000 }, async () => {
  const vendor = await startVendorApi({ respond: () => ({ text: "heard" }) });
  onTestFinished(() => vendor.stop());
  const { open } = await served({ bounds: { headMs: 2000, bodyStallMs: 2000 } });
  const socket = await open({ run: "a", routes: { openai: { upstream: vendor.url, models: [body.model] } } });
  const next = numbers(7);
  const count = process.env["RETINUE_LONG"] === undefined ? 2000 : 100_000;
  const statuses = new Set<string>();
  for (let sent = 0; sent < count; sent += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => raw(socket, Buffer.from(mutated(next), "latin1"), true)),
    );
    for (const answer of answers) statuses.add(answer.slice(9, 12));
  }
  for (const request of vendor.requests) {
    expect([request.path, request.model, request.body["store"]]).toEqual([
      "/v1/chat/completions",
      body.model,
      undefined,
    ]);
    expect(Object.keys(request.headers)).not.toContain("upgrade");
  }
  expect([...statuses]).toEqual(expect.arrayContaining(["400", "404"]));
  expect((await post(socket, path, body)).status).toBe(200);
});
