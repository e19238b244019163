import type { ModelApi } from "../api/model-api.ts";
import { isObject } from "../api/shapes.ts";
import type { Refusal } from "../front/refusal.ts";

const mostText = 4000;

/** An error of the upstream as it is passed on: its status and its message, and no word of the key. */
export function errorOf(_api: ModelApi, status: number, body: Buffer, key: string | undefined): Refusal {
  if (status >= 300 && status < 400)
    return {
      status: 502,
      code: "redirect_refused",
      message: "the upstream sends elsewhere, and nobody follows",
    };
  if (status === 401 || status === 403)
    return {
      status: 403,
      code: "upstream_refused_key",
      message: `the upstream refuses the host's key, or what it may do (${status}): ask whoever runs this host`,
    };
  if (status < 400)
    return { status: 502, code: "upstream_answer", message: `the upstream answered ${status}` };
  const said = isObject(parsed(body)) ? (parsed(body) as Record<string, unknown>)["error"] : undefined;
  const { message, type, code } = isObject(said) ? said : {};
  const name = [code, type].find((each) => typeof each === "string" && /^[\w.-]{1,100}$/.test(each));
  const text = typeof message === "string" ? message.slice(0, mostText) : `the upstream answered ${status}`;
  return {
    status,
    code: String(name ?? "upstream_error"),
    message: key === undefined ? text : text.replaceAll(key, "[key]"),
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
