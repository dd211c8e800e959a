import type { Analytics } from '#shared/analytics.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { fullNumber, subredditName } from '#web/lib/format.ts';
import { ChartSection, Sparkline } from '#web/ui/chart.tsx';
import { Meter } from '#web/ui/progress.tsx';
import type { Column } from '#web/ui/table.tsx';
import type { ChartPartProps } from './chart-sections.tsx';
import { formatDuration, formatRated } from './format.ts';
import { texts } from './texts.ts';

type Row = Analytics['bySubreddit']['items'][number];

const subredditColumns: readonly Column<Row>[] = [
  { key: 'name', header: texts.subreddit, render: (row) => <bdi className="font-medium">{subredditName(row.subreddit)}</bdi> },
  { key: 'heard', header: texts.read, figures: true, optional: true, render: (row) => fullNumber(row.heard) },
  { key: 'posts', header: texts.posts, figures: true, render: (row) => fullNumber(row.posts) },
  { key: 'leads', header: texts.leads, figures: true, render: (row) => <b className="font-semibold">{fullNumber(row.leads)}</b> },
  { key: 'trend', header: texts.trend, optional: true, render: (row) => <Sparkline values={row.trend} label={texts.trendOf(row.trend)} /> },
  { key: 'right', header: texts.matchQuality, render: (row) => <MatchShare {...row} name={subredditName(row.subreddit)} /> },
  {
    key: 'seen',
    header: texts.seen,
    figures: true,
    optional: true,
    render: (row) => <span title={texts.seenOf(row.seen)}>{formatDuration(row.seenMinutes)}</span>,
  },
  { key: 'replied', header: texts.replied, figures: true, render: (row) => fullNumber(row.replied) },
];

export function SubredditsSection({ analytics: { bySubreddit }, ...saving }: ChartPartProps) {
  return (
    <ChartSection
      title={texts.subreddits}
      caption={texts.subredditsCaption}
      columns={subredditColumns}
      rows={bySubreddit.items}
      rowKey={({ subreddit }) => subreddit}
      note={bySubreddit.more > 0 ? texts.moreRows(bySubreddit.more) : undefined}
      {...saving}
    />
  );
}

/** Below this share, a subreddit or rule brings too many bad matches. */
const low = 0.6;
const isMostlyBad = (right: number, all: number): boolean => right / all < low;

function MatchShare({ right, wrong, name }: { right: number; wrong: number; name: string }) {
  const all = right + wrong;
  if (all === 0) return <span className="text-muted">–</span>;
  return (
    <span className="flex items-center gap-3" title={texts.ratings(right, wrong)}>
      <span className="w-20 whitespace-nowrap tabular-nums">
        {formatRated(right, all)} <span className="text-12 text-muted">n={all}</span>
      </span>
      <Meter
        label={`${name}: ${texts.shareGood}`}
        value={right}
        max={all}
        tone={isMostlyBad(right, all) ? 'warn' : 'primary'}
        className="w-20 max-lg:hidden"
      />
    </span>
  );
}

type RuleRow = Analytics['byRule']['items'][number];

export function RulesSection({ analytics: { byRule }, ...saving }: ChartPartProps) {
  const { nameOf } = useCampaignNames();
  const columns: readonly Column<RuleRow>[] = [
    {
      key: 'rule',
      header: texts.rule,
      render: (row) => (
        <span className="block min-w-44">
          <code className="font-mono text-12 wrap-anywhere">{row.rule}</code>
        </span>
      ),
    },
    { key: 'campaign', header: texts.campaign, optional: true, render: (row) => <bdi>{nameOf(row.campaignId) ?? '–'}</bdi> },
    { key: 'posts', header: texts.posts, figures: true, render: (row) => fullNumber(row.posts) },
    { key: 'leads', header: texts.leads, figures: true, render: (row) => <b className="font-semibold">{fullNumber(row.leads)}</b> },
    { key: 'right', header: texts.matchQuality, render: (row) => <MatchShare {...row} name={row.rule} /> },
    { key: 'replied', header: texts.replied, figures: true, render: (row) => fullNumber(row.replied) },
  ];
  if (byRule.items.length === 0) return null;
  return (
    <ChartSection
      title={texts.rules}
      caption={texts.rulesCaption}
      columns={columns}
      rows={byRule.items}
      rowKey={(row) => `${row.campaignId} ${row.rule}`}
      note={byRule.more > 0 ? `${texts.ruleNote} ${texts.moreRows(byRule.more)}` : texts.ruleNote}
      {...saving}
    />
  );
}

type PrecisionRow = Analytics['precision']['campaigns'][number];
const maxShown = 8;

const precisionColumns: readonly Column<PrecisionRow>[] = [
  { key: 'campaign', header: texts.campaign, render: ({ name }) => <bdi>{name}</bdi> },
  { key: 'right', header: texts.goodColumn, figures: true, render: ({ right }) => fullNumber(right) },
  { key: 'wrong', header: texts.badColumn, figures: true, render: ({ wrong }) => fullNumber(wrong) },
  { key: 'share', header: texts.shareGood, figures: true, render: ({ right, wrong }) => formatRated(right, right + wrong) },
];
export function PrecisionSection({ analytics: { precision }, ...saving }: ChartPartProps) {
  const { campaigns, right, wrong } = precision;
  const all = { campaignId: '', name: texts.allCampaigns, right, wrong };
  return (
    <ChartSection
      title={texts.precision}
      caption={texts.precisionCaption}
      columns={precisionColumns}
      rows={campaigns.length > 1 ? [all, ...campaigns] : campaigns}
      rowKey={({ campaignId }) => campaignId}
      note={campaigns.length > 0 ? texts.precisionNote : undefined}
      {...saving}
    >
      {campaigns.length === 0 ? (
        <p className="max-w-[60ch] py-4 text-13 text-muted">{texts.precisionEmpty}</p>
      ) : (
        <ul aria-label={texts.precisionCaption} className="flex flex-col">
          {campaigns.slice(0, maxShown).map((row) => (
            <CampaignBar key={row.campaignId} row={row} />
          ))}
        </ul>
      )}
    </ChartSection>
  );
}

function CampaignBar({ row: { name, right, wrong } }: { row: PrecisionRow }) {
  const all = right + wrong;
  return (
    <li className="py-2 text-13">
      <div className="flex items-baseline gap-3">
        <bdi title={name} className="min-w-0 flex-1 truncate font-medium">
          {name}
        </bdi>
        <span className="flex-none text-muted tabular-nums">{texts.goodOf(right, all)}</span>
        <b className="w-12 flex-none text-right font-semibold tabular-nums">{formatRated(right, all)}</b>
      </div>
      <Meter
        label={`${name}: ${texts.shareGood}`}
        value={right}
        max={all}
        tone={isMostlyBad(right, all) ? 'warn' : 'primary'}
        className="mt-1.5"
      />
    </li>
  );
}
