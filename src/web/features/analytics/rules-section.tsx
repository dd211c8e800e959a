import type { Analytics } from '#shared/analytics.ts';
import { fullNumber } from '#web/lib/format.ts';
import { ChartSection } from '#web/ui/chart-section.tsx';
import type { Column } from '#web/ui/table.tsx';
import { MatchShare } from './match-share.tsx';
import type { ChartPartProps } from './section-props.ts';
import { texts } from './texts.ts';
import { useCampaignNames } from './use-campaign-names.ts';

type Row = Analytics['byRule']['items'][number];

export function RulesSection({ analytics: { byRule }, ...saving }: ChartPartProps) {
  const names = useCampaignNames();
  const columns: readonly Column<Row>[] = [
    {
      key: 'rule',
      header: texts.rule,
      render: (row) => (
        <span className="block min-w-44">
          <code className="font-mono text-12 wrap-anywhere">{row.rule}</code>
        </span>
      ),
    },
    { key: 'campaign', header: texts.campaign, optional: true, render: (row) => <bdi>{names.get(row.campaignId) ?? '–'}</bdi> },
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
