import type { ActionRefused, RunAction } from "@retinue/run-page";
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { listAnswers, recover } from "@retinue/recovery";
import { recordIn } from "../../account/record-in.ts";
import { CliError } from "../../cli-error.ts";
import { act, runActions } from "../act/run-actions.ts";
import type { ListedRun, RunSource } from "../find/run-source.ts";
import { notReadable } from "../not-readable.ts";
import { boundedText } from "../read/bounded-text.ts";
import { changesOf } from "../read/changes-of.ts";
import { readRunAccount } from "../read/run-account.ts";
import { eventStream, shownJson } from "./event-stream.ts";
import { headers, ownHostOnly, tokenOnly } from "./guard.ts";
import { pageFiles } from "./page-files.ts";
import { sendRows } from "./rows-events.ts";
import { sendLog, sendRun } from "./run-events.ts";

const maxAnswerBytes = 1024 * 1024;
const maxPatchBytes = 2 * 1024 * 1024;
const maxBodyBytes = 256 * 1024;

export interface UiAppOptions {
  readonly source: RunSource;
  readonly token: string;
  /** Once the server listens. */
  readonly port: () => number | undefined;
  /** Aborted when the server ends. */
  readonly stopped: AbortSignal;
}

/** What the page asks, and the page itself. Everything about runs needs the token. */
export function uiApp({ source, token, port, stopped }: UiAppOptions): Hono {
  const app = new Hono();
  app.use(headers, ownHostOnly(port));
  app.use("/api/*", tokenOnly(token), async (context, next) => {
    context.header("Cache-Control", "no-store");
    await next();
  });
  app.onError((error, context) => refused(context, error));

  app.get("/api/runs", (context) => eventStream(context, stopped, (sink) => sendRows(source, sink)));
  app.get("/api/runs/:key", async (context) => {
    const listed = await listedRun(source, context);
    return eventStream(context, stopped, (sink) => sendRun(listed, sink));
  });
  app.get("/api/runs/:key/log", async (context) => {
    const listed = await listedRun(source, context);
    return eventStream(context, stopped, (sink) => sendLog(listed, sink));
  });
  app.get("/api/runs/:key/account", async (context) =>
    json(context, await readRunAccount(await listedRun(source, context))),
  );
  app.get("/api/runs/:key/answer", async (context) => {
    const listed = await listedRun(source, context);
    const path = context.req.query("path");
    // A path counts only as one of those that the recovery lists itself.
    const answers = listed.directory === undefined ? [] : await listAnswers(await recover(listed.directory));
    const known = answers.find((answer) => answer.path === path)?.path;
    const text = known === undefined ? undefined : boundedText(listed.found, known, maxAnswerBytes);
    if (text === undefined) throw notReadable(listed.subagentId, "where that answer is");
    return json(context, text);
  });
  app.get("/api/runs/:key/patch", async (context) => {
    const listed = await listedRun(source, context);
    const record = listed.found.logPath === undefined ? undefined : recordIn(listed.found.logPath);
    const patch = record && changesOf(record)?.patch;
    const text = patch === undefined ? undefined : boundedText(listed.found, patch, maxPatchBytes);
    if (text === undefined) throw notReadable(listed.subagentId, "that it changed anything");
    return json(context, text);
  });
  app.post("/api/runs/:key/:action", bodyLimit({ maxSize: maxBodyBytes }), async (context) => {
    const action = context.req.param("action");
    if (!isAction(action)) return context.notFound();
    const listed = await listedRun(source, context);
    return json(context, await act(listed, action, await context.req.json()));
  });

  const files = pageFiles();
  app.get("*", (context) => {
    const file = files.get(context.req.path);
    return file === undefined
      ? context.notFound()
      : context.body(file.bytes, 200, { "Content-Type": file.type, "Cache-Control": "no-cache" });
  });
  return app;
}

function isAction(text: string): text is RunAction {
  return Object.hasOwn(runActions, text);
}

async function listedRun(source: RunSource, context: Context): Promise<ListedRun> {
  const key = context.req.param("key") ?? "";
  const listed = await source.find(key);
  if (listed !== undefined) return listed;
  throw new CliError("UNKNOWN_RUN", "There is no such run, or it is gone", {
    remedy: "Go back to the list.",
  });
}

function json(context: Context, document: unknown): Response {
  return context.body(shownJson(document), 200, { "Content-Type": "application/json" });
}

/** What is foreseen says what to do; the rest is said as it is, to who has the token. */
function refused(context: Context, error: Error & { remedy?: unknown }): Response {
  if (error instanceof HTTPException) return error.getResponse();
  const { message, remedy } = error;
  const body: ActionRefused = { error: { message, ...(typeof remedy === "string" && { remedy }) } };
  const isForeseen = typeof remedy === "string" || error instanceof SyntaxError;
  return context.body(shownJson(body), isForeseen ? 409 : 500, { "Content-Type": "application/json" });
}
