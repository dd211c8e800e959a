import { useState, type ReactNode } from 'react';
import { type Analytics, analyticsRoutes, type ChartName, type FunnelStep } from '#shared/analytics.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { attempt } from '#web/lib/failure.ts';
import { fullNumber, dateFormat } from '#web/lib/format.ts';
import { saveFile } from '#web/lib/files.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import type { ChartRow } from '#web/ui/chart-series.ts';
import { chartColumns, ChartPicture, ChartSection } from '#web/ui/chart.tsx';
import { Delta, Figures, type Figure } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { EmptyState, Skeleton, TableSkeleton } from '#web/ui/states.tsx';
import { type ChartPartProps, FunnelSection, HoursSection, LatencySection, OverTimeSection } from './chart-sections.tsx';
import { formatMoney, changeOf, formatDuration, formatGrowth, formatRated } from './format.ts';
import { PrecisionSection, RulesSection, SubredditsSection } from './result-sections.tsx';
import { stepNames, texts } from './texts.ts';

type Line = Analytics['headline'];

interface Change {
  by: number | null;
  label: (change: number) => string;
  /** Whether an increase is good. */
  goodWhenMore: boolean;
  /** The previous figure, formatted. */
  from: string;
}

function Changed({ by, label, goodWhenMore, from }: Change) {
  if (by === null || by === 0) return null;
  return (
    <Delta value={by} meaning={by > 0 === goodWhenMore ? 'better' : 'worse'}>
      {label(by)} {texts.before(from)}
    </Delta>
  );
}

const perLead = ({ spent, leads }: Line): number | null => (spent === null || leads === 0 ? null : spent / leads);
const shareGood = ({ right, wrong }: Line): number | null => (right + wrong === 0 ? null : (right / (right + wrong)) * 100);

function qualityFigure(now: Line, before: Line): Figure {
  const [share, shareBefore] = [shareGood(now), shareGood(before)];
  const by = share === null || shareBefore === null ? null : Math.round(share - shareBefore);
  return {
    value: formatRated(now.right, now.right + now.wrong),
    label: texts.matchQuality,
    title: texts.ofRated(now.right + now.wrong),
    aside: (
      <Below
        sample={texts.ofRated(now.right + now.wrong)}
        change={<Changed by={by} label={texts.points} goodWhenMore from={formatRated(before.right, before.right + before.wrong)} />}
      />
    ),
  };
}

function replyTimeFigure(now: Line, before: Line): Figure {
  const by =
    now.answeredMinutes === null || before.answeredMinutes === null ? null : Math.round(now.answeredMinutes - before.answeredMinutes);
  const change = (
    <Changed
      by={by}
      label={(minutes) => formatDuration(Math.abs(minutes))}
      goodWhenMore={false}
      from={formatDuration(before.answeredMinutes)}
    />
  );
  return {
    value: formatDuration(now.answeredMinutes),
    label: texts.timeToReply,
    aside: <Below sample={texts.ofReplied(now.answered)} change={change} />,
  };
}

function costFigure(now: Line, before: Line): Figure {
  const change = (
    <Changed by={changeOf(perLead(now), perLead(before))} label={texts.percent} goodWhenMore={false} from={formatMoney(perLead(before))} />
  );
  return {
    value: formatMoney(perLead(now)),
    label: texts.cost,
    aside: <Below sample={now.spent === null ? texts.noModel : texts.ofSpent(formatMoney(now.spent))} change={change} />,
  };
}

/** Steps before the leads count posts; the leads of the page are then all of them. */
const isOfLeads = (step: FunnelStep | null): step is 'contacted' | 'replied' | 'won' =>
  step === 'contacted' || step === 'replied' || step === 'won';
const leadsLabel = (step: FunnelStep | null): string => (isOfLeads(step) ? stepNames[step] : texts.leads);
const ofLeads = (label: string, step: FunnelStep | null): string => (isOfLeads(step) ? `${label} (${stepNames[step]})` : label);

function Below({ sample, change }: { sample: string; change: ReactNode }) {
  return (
    <span className="flex flex-col text-12">
      {sample === '' ? null : <span className="block">{sample}</span>}
      {change}
    </span>
  );
}

function Headline({ analytics: { headline: now, before, step } }: { analytics: Analytics }) {
  const leads = changeOf(now.leads, before.leads);
  return (
    <div className="border-y py-5">
      <Figures
        figures={[
          {
            value: fullNumber(now.leads),
            label: leadsLabel(step),
            aside: (
              <Below
                sample={before.leads === 0 ? texts.noneBefore : leads === 0 ? texts.asBefore : ''}
                change={
                  <Changed by={leads} label={() => formatGrowth(now.leads, before.leads)} goodWhenMore from={fullNumber(before.leads)} />
                }
              />
            ),
          },
          qualityFigure(now, before),
          replyTimeFigure(now, before),
          { ...costFigure(now, before), label: ofLeads(texts.cost, step) },
        ]}
      />
    </div>
  );
}

interface FiguresProps {
  analytics: Analytics;
  query: { from: string; to: string; step?: FunnelStep };
  hasCampaigns: boolean;
  onLonger: () => void;
  /** The step of the funnel that the page is filtered by; `onStep` chooses one. */
  step: FunnelStep | undefined;
  onStep: (step: FunnelStep) => void;
}

const isEmpty = ({ funnel, leadsOverTime }: Analytics): boolean =>
  Object.values(funnel).every((count) => count === 0) && leadsOverTime.answered.every((count) => count === 0);

export function AnalyticsFigures({ analytics, query, hasCampaigns, onLonger, step, onStep }: FiguresProps) {
  const { save, saving } = useCsv(query);
  const saves = (chart: ChartName) => ({ onSave: () => void save(chart), saving: saving === chart });
  if (isEmpty(analytics) && analytics.counting === 0) return <NoFigures hasCampaigns={hasCampaigns} onLonger={onLonger} />;
  return (
    <div className="flex flex-col gap-10 max-md:gap-8">
      {analytics.counting > 0 ? <Note>{texts.counting(analytics.counting)}</Note> : null}
      {analytics.sample ? <Note>{texts.sample}</Note> : null}
      <Headline analytics={analytics} />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2 *:min-w-0">
        <FunnelSection analytics={analytics} step={step} onStep={onStep} {...saves('funnel')} />
        <OverTimeSection analytics={analytics} {...saves('leadsOverTime')} />
      </div>
      <HoursSection analytics={analytics} {...saves('byHour')} />
      <SubredditsSection analytics={analytics} {...saves('bySubreddit')} />
      <RulesSection analytics={analytics} {...saves('byRule')} />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2 *:min-w-0">
        <PrecisionSection analytics={analytics} {...saves('precision')} />
        <LatencySection analytics={analytics} {...saves('latency')} />
      </div>
      <CostSection analytics={analytics} {...saves('cost')} />
    </div>
  );
}

function CostSection({ analytics: { cost, leadsOverTime: time, bucket, step }, ...saving }: ChartPartProps) {
  const format = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });
  const rows: ChartRow[] = time.days.map((day, at) => {
    const [spent, leads] = [cost.buckets[at] ?? 0, cost.leads[at] ?? 0];
    return { label: format.format(new Date(day)), values: [spent, leads === 0 ? null : spent / leads] };
  });
  const isKnown = cost.spent !== null;
  return (
    <ChartSection
      title={texts.spend}
      caption={texts.spendCaption(bucket)}
      columns={chartColumns({
        axis: bucket === 'day' ? texts.day : texts.week,
        series: [texts.spent, ofLeads(texts.perLead, step)],
        format: formatMoney,
      })}
      rows={isKnown ? rows : []}
      rowKey={({ label }) => label}
      note={isKnown ? texts.spendNote(cost.calls, cost.unpriced) : undefined}
      {...saving}
    >
      {isKnown ? (
        <ChartPicture
          kind="bar"
          caption={texts.spendCaption(bucket)}
          series={[texts.spent]}
          rows={rows.map(({ label, values }) => ({ label, values: values.slice(0, 1) }))}
          height={160}
          format={formatMoney}
        />
      ) : (
        <p className="py-2 text-13 text-muted">{texts.noSpend}</p>
      )}
    </ChartSection>
  );
}

/** Nothing happened in the period, or there is no campaign yet. */
function NoFigures({ hasCampaigns, onLonger }: { hasCampaigns: boolean; onLonger: () => void }) {
  const action = hasCampaigns ? (
    <Button variant="outline" onClick={onLonger}>
      {texts.longer}
    </Button>
  ) : (
    <ButtonLink to="/dashboard/campaigns/new">{texts.create}</ButtonLink>
  );
  return (
    <EmptyState action={action} help={<HelpLink topic="analytics" />}>
      {hasCampaigns ? texts.empty : texts.emptyCampaigns}
    </EmptyState>
  );
}

type Query = Parameters<typeof saveFile<typeof analyticsRoutes.csv>>[1]['query'];

/** `saving`: the chart whose CSV is being downloaded. */
function useCsv(query: Query): { save: (chart: ChartName) => Promise<void>; saving: ChartName | null } {
  const [saving, setSaving] = useState<ChartName | null>(null);
  const save = async (chart: ChartName): Promise<void> => {
    setSaving(chart);
    await attempt(() => saveFile(analyticsRoutes.csv, { params: { chart }, query }, texts.fileName(chart)), texts.savingFailed);
    setSaving(null);
  };
  return { save, saving };
}

export function AnalyticsSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-10">
      <output className="sr-only">{texts.loading}</output>
      <div className="grid grid-cols-4 gap-6 max-md:grid-cols-2">
        {[0, 1, 2, 3].map((figure) => (
          <div key={figure}>
            <Skeleton strong className="h-8 w-24" />
            <Skeleton className="mt-2 h-3 w-32 max-w-full" />
          </div>
        ))}
      </div>
      <div className="grid gap-12 lg:grid-cols-2">
        {[0, 1].map((chart) => (
          <div key={chart}>
            <Skeleton strong className="h-4 w-28" />
            <Skeleton className="mt-4 h-52 w-full" />
          </div>
        ))}
      </div>
      <TableSkeleton columns={5} />
    </div>
  );
}
