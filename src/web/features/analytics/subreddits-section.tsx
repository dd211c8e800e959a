import type { Analytics } from '#shared/analytics.ts';
import { fullNumber, subredditName } from '#web/lib/format.ts';
import { ChartSection } from '#web/ui/chart-section.tsx';
import { Sparkline } from '#web/ui/sparkline.tsx';
import type { Column } from '#web/ui/table.tsx';
import { MatchShare } from './match-share.tsx';
import type { ChartPartProps } from './section-props.ts';
import { texts } from './texts.ts';
import { formatDuration } from './format.ts';

type Row = Analytics['bySubreddit']['items'][number];

const columns: readonly Column<Row>[] = [
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
      columns={columns}
      rows={bySubreddit.items}
      rowKey={({ subreddit }) => subreddit}
      note={bySubreddit.more > 0 ? texts.moreRows(bySubreddit.more) : undefined}
      {...saving}
    />
  );
}
