import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/dashboard.ts';
import { changeOf, formatDuration, formatGrowth } from '#web/features/analytics/format.ts';
import { fullNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Chart } from '#web/ui/chart.tsx';
import { Delta, Figures } from '#web/ui/facts.tsx';
import { Section } from '#web/ui/section.tsx';
import { matchQuality } from './match-quality.ts';
import { texts } from './texts.ts';

export function TrendSection({ dashboard }: { dashboard: Dashboard }) {
  const { right, rated } = matchQuality(dashboard);
  const { recent } = dashboard;
  const analytics = (
    <Button variant="link" size="sm" asChild>
      <Link to="/dashboard/analytics">{texts.analytics}</Link>
    </Button>
  );
  const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const rows = dashboard.trend.map(({ day, leads, answered }) => ({ label: dayFormat.format(new Date(day)), values: [leads, answered] }));
  return (
    <Section title={texts.trend} aside={analytics}>
      <div className="my-5">
        <Figures
          figures={[
            { value: fullNumber(recent.leads), label: texts.figureLeads, aside: <Change now={recent.leads} before={recent.leadsBefore} /> },
            {
              value: fullNumber(recent.answered),
              label: texts.figureAnswered,
              aside: <Change now={recent.answered} before={recent.answeredBefore} />,
            },
            right === null
              ? { value: '–', label: texts.figureUnrated }
              : { value: `${String(Math.round(right * 100))}%`, label: texts.figureMatches(rated) },
            { value: formatDuration(recent.seenMinutes), label: texts.figureSeen, title: texts.figureSeenOf(recent.seen) },
          ]}
        />
      </div>
      <Chart kind="overlap" caption={texts.trendCaption} axis={texts.day} series={[texts.leads, texts.answered]} rows={rows} />
    </Section>
  );
}

function Change({ now, before }: { now: number; before: number }) {
  const by = changeOf(now, before);
  if (by === null || by === 0) return null;
  return (
    <span title={texts.before(before)}>
      <Delta value={by} meaning={by > 0 ? 'better' : 'worse'}>
        {formatGrowth(now, before)}
      </Delta>
    </span>
  );
}
