import { Link } from 'react-router-dom';
import { adminRoutes, type Overview as Figures } from '#shared/admin.ts';
import { useApi } from '#web/lib/api.ts';
import { fullNumber, shortNumber } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Facts, Figures as FigureRow } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { inBytes } from './bytes.ts';
import { Loaded } from './request-state.tsx';
import { DeletionReport } from './deletion-report.tsx';
import { adminTexts, listTexts, overviewTexts as texts } from './texts.ts';

type Source = Figures['sources'][number];

const nameOf = (source: string): string => texts.sourceNames[source] ?? source;

const columns: readonly Column<Source>[] = [
  { key: 'source', header: texts.columns.source, render: ({ source }) => nameOf(source) },
  { key: 'ok', header: texts.columns.ok, figures: true, render: ({ ok }) => fullNumber(ok) },
  { key: 'failed', header: texts.columns.failed, figures: true, render: ({ failed }) => fullNumber(failed) },
  {
    key: 'last',
    header: texts.columns.last,
    figures: true,
    render: ({ lastSuccessAt }) => (lastSuccessAt ? <TimeAgo at={lastSuccessAt} /> : listTexts.never),
  },
];

function Waiting({ waiting }: Pick<Figures, 'waiting'>) {
  if (waiting.feedback + waiting.applications === 0) return null;
  return (
    <Note>
      {texts.waiting}:{' '}
      {waiting.feedback > 0 ? (
        <Link to="/dashboard/admin/feedback?status=new" className="font-medium text-primary hover:underline">
          {texts.newFeedback(waiting.feedback)}
        </Link>
      ) : null}
      {waiting.feedback > 0 && waiting.applications > 0 ? ', ' : null}
      {waiting.applications > 0 ? (
        <Link to="?tab=applications" className="font-medium text-primary hover:underline">
          {texts.newApplications(waiting.applications)}
        </Link>
      ) : null}
    </Note>
  );
}

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
          { name: texts.source, value: data.transport ? `${nameOf(data.source)}: ${data.transport.message}` : nameOf(data.source) },
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
          <Waiting waiting={data.waiting} />
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
          <DeletionReport />
          {import.meta.env.MODE === 'development' ? (
            <p className="text-13">
              <Link to="/dashboard/admin/ui" className="text-primary hover:underline">
                {adminTexts.showcase}
              </Link>
            </p>
          ) : null}
        </div>
      )}
    </Loaded>
  );
}
