import type { ReactNode } from 'react';
import { type AiSpend, type Spend, aiRoutes, type AiStatus, type AiUsage as InstanceUsage } from '#shared/ai.ts';
import { formatMoney, formatShare } from '#web/features/analytics/format.ts';
import { useApi } from '#web/lib/api.ts';
import { fullNumber, dateFormat } from '#web/lib/format.ts';
import { shortNumber, tSent } from '#web/lib/language.ts';
import { Chart } from '#web/ui/chart.tsx';
import { Figures } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { both, Loaded, PageSkeleton } from '#web/ui/states.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { LimitLine, StateLine } from './status-lines.tsx';
import { aiTexts as texts } from './texts.ts';

type Report = Pick<AiSpend, 'total' | 'days' | 'byPurpose' | 'missed'>;

/** The 30-day report shared by users and admins; `children` are the tables that differ. */
export function SpendReport({ report, children }: { report: Report; children: ReactNode }) {
  const { total, days, byPurpose } = report;
  if (total.calls === 0) return <p className="pt-4 text-soft-text">{texts.nothingSpent}</p>;
  const format = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });
  const rows = days.map(({ day, tokens }) => ({ label: format.format(new Date(day)), values: [tokens] }));
  return (
    <div className="flex flex-col gap-8 pt-5">
      <Figures
        figures={[
          { value: shortNumber(total.tokens), label: texts.tokens },
          { value: shortNumber(total.calls), label: texts.calls },
          { value: formatMoney(total.cost), label: texts.cost },
        ]}
      />
      {total.cost === null ? <p className="text-12 text-muted">{texts.unknownCost}</p> : null}
      <Chart
        kind="bar"
        caption={texts.spendCaption}
        axis={texts.day}
        series={[texts.tokens]}
        rows={rows}
        format={shortNumber}
        height={160}
      />
      {children}
      <SpendTable
        caption={texts.byPurpose}
        head={texts.purpose}
        rows={byPurpose}
        rowKey={({ purpose }) => purpose}
        nameOf={({ purpose }) => texts.purposes[purpose]}
      />
    </div>
  );
}

/** Always shown with its sample size. */
export function MissedPosts({ missed }: Pick<Report, 'missed'>) {
  return (
    <p className="pt-4 text-13 text-soft-text">
      {missed ? texts.missed(formatShare(Math.round(missed.rate * missed.audited), missed.audited), missed) : texts.missedNone}
    </p>
  );
}

interface SpendTableProps<T extends Spend> {
  caption: string;
  /** Header and cell label of the first column. */
  head: string;
  nameOf: (row: T) => string;
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** Extra columns between the name and the spend figures. */
  more?: readonly Column<T>[];
}

/** Model usage and cost, grouped by what it was used for. */
export function SpendTable<T extends Spend>({ caption, head, nameOf, rows, rowKey, more }: SpendTableProps<T>) {
  const columns: Column<T>[] = [
    { key: 'name', header: head, render: nameOf },
    { key: 'calls', header: texts.calls, figures: true, optional: true, render: ({ calls }) => fullNumber(calls) },
    { key: 'tokens', header: texts.tokens, figures: true, render: ({ tokens }) => fullNumber(tokens) },
    { key: 'cost', header: texts.cost, figures: true, render: ({ cost }) => formatMoney(cost) },
    ...(more ?? []),
  ];
  return (
    <div>
      <h3 className="mb-1 text-12 font-medium text-muted">{caption}</h3>
      <Table caption={caption} columns={columns} rows={rows} rowKey={rowKey} />
    </div>
  );
}

/** Model cost of the whole instance, for admins. */
export function AiUsage() {
  const answer = both(useApi(aiRoutes.status, {}, { refreshInterval: 30_000 }), useApi(aiRoutes.usage, { query: {} }));
  return (
    <Loaded answer={answer} failed={texts.failed} skeleton={<PageSkeleton />}>
      {([status, usage]) => <Usage status={status} usage={usage} />}
    </Loaded>
  );
}

function Usage({ status, usage }: { status: AiStatus; usage: InstanceUsage }) {
  const { instance, hint } = status;
  const { byModel, byUser, missed } = usage;
  return (
    <div className="flex max-w-180 flex-col gap-10">
      <Section title={texts.title}>
        <div className="flex flex-col gap-5 pt-4">
          <StateLine status={status} />
          {hint ? <Note tone="warn">{tSent(hint)}</Note> : null}
          {instance && status.provider !== 'builtin' ? (
            <>
              <LimitLine label={texts.instanceTokens} used={instance.tokens} limit={instance.tokensPerDay} />
              <LimitLine label={texts.instanceCalls} used={instance.calls} limit={instance.callsPerDay} />
            </>
          ) : null}
        </div>
      </Section>
      <Section title={texts.usageTitle}>
        <SpendReport report={usage}>
          <SpendTable
            caption={texts.byModel}
            head={texts.model}
            rows={byModel}
            rowKey={({ model }) => model}
            nameOf={({ model }) => model}
          />
          <SpendTable
            caption={texts.byUser}
            head={texts.user}
            rows={byUser}
            rowKey={({ userId }) => userId ?? ''}
            nameOf={({ username }) => username ?? texts.gone}
          />
        </SpendReport>
      </Section>
      <Section title={texts.missedTitle}>
        <MissedPosts missed={missed} />
      </Section>
    </div>
  );
}
