import { adminRoutes, type Overview as Figures, type WorkspaceFigures } from '#shared/admin.ts';
import { type PurgeReport, purgeRoutes } from '#shared/purges.ts';
import { sourceOf } from '#shared/sources.ts';
import { formatDuration, formatMoney } from '#web/features/analytics/format.ts';
import { useListing } from '#web/features/inbox/list/use-listing.ts';
import { useApi } from '#web/lib/api.ts';
import { fullNumber, inBytes } from '#web/lib/format.ts';
import { t, shortNumber, tSent } from '#web/lib/language.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts, Figures as FigureRow } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { ErrorState, Loaded, TableSkeleton } from '#web/ui/states.tsx';
import { Dot } from '#web/ui/status-dot.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { Needs } from './needs.tsx';
import { never, overviewTexts as texts, purgeTexts, workspaceTexts } from './texts.ts';

type Source = Figures['sources'][number];

const nameOf = (source: string): string => texts.sourceNames[source] ?? source;

const sourceTones = { ok: 'good', failing: 'warn', down: 'bad' } as const;

const columns: readonly Column<Source>[] = [
  {
    key: 'source',
    header: texts.columns.source,
    render: ({ source, state }) => (
      <span className="flex items-center gap-2">
        <Dot tone={sourceTones[state]} />
        <span>
          {t(sourceOf(source).label)}
          {state === 'ok' ? null : `: ${texts.unread}`}
        </span>
      </span>
    ),
  },
  { key: 'ok', header: texts.columns.ok, figures: true, render: ({ streams: { ok, empty } }) => fullNumber(ok + empty) },
  {
    key: 'failed',
    header: texts.columns.failed,
    figures: true,
    render: ({ streams: { failed, limited } }) => fullNumber(failed + limited),
  },
  {
    key: 'last',
    header: texts.columns.last,
    figures: true,
    render: ({ lastSuccessAt }) => (lastSuccessAt ? <TimeAgo at={lastSuccessAt} /> : never),
  },
];

function budgetText(budget: Figures['budget']): string {
  if (!budget) return texts.noBudget;
  const used = texts.budgetOf(fullNumber(budget.calls), fullNumber(budget.capacity));
  return budget.pausedUntil === null ? used : `${used}, ${texts.paused}`;
}

function InstanceFacts({ data }: { data: Figures }) {
  const { disk, databaseBytes } = data;
  return (
    <Section title={texts.instance}>
      <Facts
        className="pt-4"
        facts={[
          { name: texts.version, value: data.version },
          { name: texts.started, value: <TimeAgo at={data.startedAt} /> },
          { name: texts.items, value: fullNumber(data.items) },
          { name: texts.database, value: inBytes(databaseBytes) },
          { name: texts.disk, value: texts.ofTotal(inBytes(disk.freeBytes), inBytes(disk.totalBytes)) },
          { name: texts.source, value: data.transport ? `${nameOf(data.source)}: ${tSent(data.transport.message)}` : nameOf(data.source) },
          { name: texts.budget, value: budgetText(data.budget) },
          { name: texts.ai, value: texts.scorerNames[data.aiProvider] ?? data.aiProvider },
          { name: texts.email, value: data.mailConfigured ? texts.emailOn : texts.emailOff },
          { name: texts.admins, value: fullNumber(data.users.admins) },
          { name: texts.disabled, value: fullNumber(data.users.disabled) },
        ]}
      />
    </Section>
  );
}

export function Overview() {
  const answer = useApi(adminRoutes.overview, {}, { refreshInterval: 30_000 });
  return (
    <Loaded answer={answer}>
      {(data) => (
        <div className="flex flex-col gap-10">
          <Needs overview={data} />
          <FigureRow
            figures={[
              {
                value: shortNumber(data.users.total),
                label: texts.users(data.users.total),
                title: texts.activeLately(data.users.activeLately),
              },
              {
                value: shortNumber(data.campaigns.total),
                label: texts.campaigns(data.campaigns.total),
                aside: texts.active(data.campaigns.active),
              },
              { value: shortNumber(data.posts), label: texts.posts(data.posts), title: fullNumber(data.posts) },
              { value: shortNumber(data.leads), label: texts.leads(data.leads), title: fullNumber(data.leads) },
            ]}
          />
          <div className="grid gap-10 lg:grid-cols-2">
            <InstanceFacts data={data} />
            <Section title={texts.sources}>
              {data.sources.length === 0 ? (
                <p className="pt-4 text-soft-text">{texts.sourcesEmpty}</p>
              ) : (
                <Table caption={texts.sources} columns={columns} rows={data.sources} rowKey={({ source }) => source} />
              )}
            </Section>
          </div>
          <Workspaces />
          <DeletionReport />
        </div>
      )}
    </Loaded>
  );
}

function CostOf({ cost, unpriced }: WorkspaceFigures) {
  return (
    <>
      {formatMoney(cost)}
      {unpriced === 0 ? null : (
        <span className="block text-12 text-muted max-lg:whitespace-normal">{workspaceTexts.unpriced(unpriced)}</span>
      )}
    </>
  );
}

const workspaceColumns: readonly Column<WorkspaceFigures>[] = [
  {
    key: 'owner',
    header: workspaceTexts.owner,
    render: ({ owner }) => <span className="block min-w-16 font-medium wrap-anywhere">{owner}</span>,
  },
  { key: 'members', header: workspaceTexts.members, figures: true, optional: true, render: ({ members }) => fullNumber(members) },
  { key: 'campaigns', header: workspaceTexts.campaigns, figures: true, optional: true, render: ({ campaigns }) => fullNumber(campaigns) },
  { key: 'leads', header: workspaceTexts.leads, figures: true, render: ({ leads }) => fullNumber(leads) },
  { key: 'replies', header: workspaceTexts.replies, figures: true, optional: true, render: ({ replies }) => fullNumber(replies) },
  {
    key: 'time',
    header: workspaceTexts.timeToReply,
    figures: true,
    render: ({ answered, answeredMinutes }) => (
      <>
        {formatDuration(answeredMinutes)}
        {answered === 0 ? null : (
          <span className="block text-12 text-muted max-lg:whitespace-normal">{workspaceTexts.ofReplied(answered)}</span>
        )}
      </>
    ),
  },
  { key: 'cost', header: workspaceTexts.cost, figures: true, render: CostOf },
];

/** One alone has these figures under Analytics. */
function Workspaces() {
  const { items, total, error, hasMore, isLoadingMore, loadMore, refresh } = useListing({
    route: adminRoutes.workspaces,
    input: { query: {} },
    isHeld: false,
  });
  if (items === undefined && !error) return null;
  if (items !== undefined && (total ?? 0) < 2) return null;
  return (
    <Section title={workspaceTexts.title}>
      {items === undefined ? (
        <ErrorState onRetry={() => void refresh()}>{workspaceTexts.failed}</ErrorState>
      ) : (
        <>
          <p className="pt-2 pb-3 text-13 text-soft-text">{workspaceTexts.lead}</p>
          <Table caption={workspaceTexts.title} columns={workspaceColumns} rows={items} rowKey={({ id }) => id} />
          {hasMore ? (
            <div className="flex justify-center pt-6">
              <Button variant="outline" busy={isLoadingMore} onClick={loadMore}>
                {workspaceTexts.more}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Section>
  );
}

type Purge = PurgeReport['purges'][number];

const purgeColumns: readonly Column<Purge>[] = [
  { key: 'at', header: purgeTexts.at, render: ({ at }) => <TimeAgo at={at} /> },
  { key: 'cause', header: purgeTexts.cause, render: ({ cause }) => purgeTexts.causes[cause] },
  { key: 'items', header: purgeTexts.items, figures: true, render: ({ items }) => fullNumber(items) },
  { key: 'people', header: purgeTexts.people, figures: true, render: ({ people }) => fullNumber(people) },
  { key: 'answers', header: purgeTexts.answers, figures: true, render: ({ answers }) => fullNumber(answers) },
];
const shownPurges = 10;

/** Reports whether content deleted on Reddit is deleted here in time. */
function DeletionReport() {
  const answer = useApi(purgeRoutes.report, {});
  return (
    <Section title={purgeTexts.title}>
      <Loaded answer={answer} failed={purgeTexts.failed} skeleton={<TableSkeleton rows={2} columns={5} />}>
        {(report) => <Report report={report} />}
      </Loaded>
    </Section>
  );
}

function Report({ report: { promise, unchecked, lately, purges } }: { report: PurgeReport }) {
  return (
    <div className="flex flex-col gap-3 pt-4">
      <Note tone={promise.holds ? 'good' : 'warn'}>
        {promise.kept === 0
          ? purgeTexts.nothingKept
          : promise.holds
            ? purgeTexts.holds(promise.kept, promise.hours)
            : purgeTexts.late(promise)}
      </Note>
      {unchecked.map(({ what, items, why }) => (
        <p key={what} className="text-13 text-soft-text">
          {purgeTexts.unchecked(tSent(what), items)} {tSent(why)}
        </p>
      ))}
      <p className="text-13 text-soft-text">{purgeTexts.lately(lately)}</p>
      {purges.length === 0 ? null : (
        <Table caption={purgeTexts.title} columns={purgeColumns} rows={purges.slice(0, shownPurges)} rowKey={({ id }) => id} />
      )}
    </div>
  );
}
