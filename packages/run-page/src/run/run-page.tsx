import { useCallback, useEffect, useState } from "preact/hooks";
import { AnswersView } from "../answers/answers-view.tsx";
import { ChangesView } from "../changes/changes-view.tsx";
import { useEvents } from "../connect/use-server.ts";
import type { DraftNews, RunDetail } from "../contract/run-detail.ts";
import { CostView } from "../cost/cost-view.tsx";
import { LogView } from "../log/log-view.tsx";
import { RecoveryView } from "../recovery/recovery-view.tsx";
import { addressOf, views, type View } from "../route/route.ts";
import { Problem, Quiet } from "../show/notice.tsx";
import { TeamView } from "../timeline/team-view.tsx";
import { RunHead } from "./run-head.tsx";

type Drafts = ReadonlyMap<string, DraftNews>;

/** A run: its head with what can be done to it, and one of its views. */
export function RunPage({ runKey, view }: { readonly runKey: string; readonly view: View }) {
  const [detail, setDetail] = useState<RunDetail>();
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const hear = useCallback((event: { event: string; data: unknown } | undefined) => {
    if (event?.event === "run") setDetail(event.data as RunDetail);
    if (event?.event !== "draft") return;
    const news = event.data as DraftNews;
    setDrafts((before) => new Map(before).set(news.agent, news));
  }, []);
  const problem = useEvents(`runs/${runKey}`, hear);
  const name = detail?.row.id ?? "Subagent";
  useEffect(() => {
    document.title = `${name}, ${view} – Retinue`;
  }, [name, view]);
  return (
    <main>
      <a class="back" href="#/">
        ← all subagents
      </a>
      <Problem problem={problem} />
      {detail === undefined ? (
        <>
          <h1>{name}</h1>
          {problem === undefined ? <Quiet>Looking…</Quiet> : null}
        </>
      ) : (
        <>
          <RunHead detail={detail} />
          <nav class="views" aria-label={`Views of ${name}`}>
            {views.map((each) => (
              <a key={each} href={addressOf(runKey, each)} aria-current={each === view ? "page" : undefined}>
                {titles[each]}
              </a>
            ))}
          </nav>
          <section aria-label={titles[view]}>
            <ViewOf view={view} detail={detail} drafts={drafts} />
          </section>
        </>
      )}
    </main>
  );
}

const titles: Readonly<Record<View, string>> = {
  team: "Team",
  answers: "Answers",
  cost: "Cost",
  changes: "Changes",
  recovery: "Recovery",
  log: "Log",
};

function ViewOf({ view, detail, drafts }: { view: View; detail: RunDetail; drafts: Drafts }) {
  // What may have changed in its files since they were asked for.
  const version = [
    detail.row.status,
    ...detail.agents.map(({ answers, vote }) => `${answers.length}${vote?.for ?? ""}`),
    detail.winner,
    detail.endedMs,
  ].join(" ");
  const { key } = detail.row;
  if (view === "answers") return <AnswersView runKey={key} version={version} />;
  if (view === "cost") return <CostView detail={detail} />;
  if (view === "changes") return <ChangesView detail={detail} version={version} />;
  if (view === "recovery") return <RecoveryView runKey={key} version={version} history={detail.history} />;
  if (view === "log") return <LogView runKey={key} />;
  return <TeamView detail={detail} drafts={drafts} />;
}
