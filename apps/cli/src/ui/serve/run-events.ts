import { supervisorFiles, supervisorPath } from "@retinue/engine-contract";
import type { DraftNews, LogNews } from "@retinue/run-page";
import { draftDirectories } from "../../live/draft-directories.ts";
import { newestDrafts } from "../../live/newest-drafts.ts";
import { outputReader } from "../../watch/output-reader.ts";
import { currentRun } from "../../watch/run-view.ts";
import { watchedDirectories } from "../../watch/watched-directories.ts";
import type { ListedRun } from "../find/run-source.ts";
import { followFiles } from "../../watch/follow-files.ts";
import { readRunDetail } from "../read/run-detail.ts";
import type { EventSink } from "./event-stream.ts";

/** What is shown of a draft that is longer: its end. */
const maxDraftBytes = 16 * 1024;
const maxLogBytes = 256 * 1024;

/** Tells where a run stands and what its agents say, whenever that changes. */
export async function sendRun(listed: ListedRun, sink: EventSink): Promise<void> {
  const { found } = listed;
  let told = "";
  const drafts = new Map<string, string>();
  const directories = () => [
    ...watchedDirectories(found),
    ...(found.logPath === undefined ? [] : draftDirectories(found.logPath)),
  ];
  for await (const _ of followFiles(directories, sink.signal)) {
    const detail = await readRunDetail(listed);
    const text = JSON.stringify(detail);
    if (text !== told) await sink.send("run", detail);
    told = text;
    for (const news of draftNews(found.logPath)) {
      const draft = JSON.stringify(news);
      if (drafts.get(news.agent) !== draft) await sink.send("draft", news);
      drafts.set(news.agent, draft);
    }
    await sink.rest();
  }
}

function draftNews(logPath: string | undefined): DraftNews[] {
  if (logPath === undefined) return [];
  return [...newestDrafts(logPath, maxDraftBytes)].map(([agent, { round, text, size }]) => ({
    agent,
    round,
    text,
    isCut: size > maxDraftBytes,
  }));
}

/** Tells what the engine of the last run wrote, its end first, and what comes to it. */
export async function sendLog({ found }: ListedRun, sink: EventSink): Promise<void> {
  const { logPath } = found;
  if (logPath === undefined) return;
  const run = supervisorPath(currentRun(found)?.number ?? 1);
  let waiting: LogNews[] = [];
  const readers = (["stdout", "stderr"] as const).map((stream) =>
    outputReader(
      logPath,
      `${run}/${supervisorFiles[stream]}`,
      { write: (text) => waiting.push({ stream, text }) },
      maxLogBytes,
    ),
  );
  for await (const _ of followFiles(() => watchedDirectories(found), sink.signal)) {
    for (const read of readers) read();
    const news = waiting;
    waiting = [];
    for (const each of news) await sink.send("log", each);
    await sink.rest();
  }
}
