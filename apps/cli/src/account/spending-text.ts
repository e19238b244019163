import type { LoggedCall, ModelSpending } from "@retinue/engine-contract";

/** `3 calls, 3000 tokens in, 600 out, $0.0012`: what models cost, by the count of a broker. */
export function spendingText(spent: ModelSpending): string {
  const { requests, input_tokens, output_tokens, estimated } = spent;
  const parts = [
    `${requests} ${requests === 1 ? "call" : "calls"}`,
    `${input_tokens} tokens in`,
    `${output_tokens} out`,
    costText(spent),
    ...(estimated === 0 ? [] : [`${estimated} of them counted as the most that they could cost`]),
  ];
  return parts.join(", ");
}

/** `14:03:02 openai gpt-5-mini: 200, 1.2 s, 1000 tokens in, 200 out, $0.0004`, the time by UTC. */
export function callText({ at, route, model, status, whole, seconds, spent }: LoggedCall): string {
  const answer = status === 0 ? "no answer" : `${status}${whole ? "" : ", broken off"}`;
  const counted = spent.estimated === 0 ? "" : " at most";
  const tokens = `${spent.input_tokens} tokens in, ${spent.output_tokens} out`;
  return `${at.slice(11, 19)} ${route} ${model}: ${answer}, ${seconds.toFixed(1)} s, ${tokens}, ${costText(spent)}${counted}`;
}

function costText({ cost, unpriced, requests }: ModelSpending): string {
  const dollars = `$${Number(cost.toFixed(6))}`;
  if (unpriced === 0) return dollars;
  return unpriced === requests ? "no price known" : `${dollars} and ${unpriced} without a known price`;
}
