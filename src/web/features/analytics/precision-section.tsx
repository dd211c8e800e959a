import type { Analytics } from '#shared/analytics.ts';
import { fullNumber } from '#web/lib/format.ts';
import { ChartPicture } from '#web/ui/chart.tsx';
import { ChartSection } from '#web/ui/chart-section.tsx';
import type { Column } from '#web/ui/table.tsx';
import type { ChartPartProps } from './section-props.ts';
import { texts } from './texts.ts';
import { shareWords } from './words.ts';

type Row = Analytics['precision']['campaigns'][number];
const most = 8;

const columns: readonly Column<Row>[] = [
  { key: 'campaign', header: texts.campaign, render: ({ name }) => <bdi>{name}</bdi> },
  { key: 'right', header: texts.rightColumn, figures: true, render: ({ right }) => fullNumber(right) },
  { key: 'wrong', header: texts.wrongColumn, figures: true, render: ({ wrong }) => fullNumber(wrong) },
  { key: 'share', header: texts.shareRight, figures: true, render: ({ right, wrong }) => shareWords(right, right + wrong) },
];
const cut = (name: string): string => (name.length > 18 ? `${name.slice(0, 17).toWellFormed()}…` : name);

export function PrecisionSection({ analytics: { precision }, ...saving }: ChartPartProps) {
  const { campaigns, right, wrong } = precision;
  const all = { campaignId: '', name: texts.allCampaigns, right, wrong };
  return (
    <ChartSection
      title={texts.precision}
      caption={texts.precisionCaption}
      columns={columns}
      rows={campaigns.length > 1 ? [all, ...campaigns] : campaigns}
      rowKey={({ campaignId }) => campaignId}
      note={campaigns.length > 0 ? texts.precisionNote : undefined}
      {...saving}
    >
      {campaigns.length === 0 ? (
        <p className="max-w-[60ch] py-4 text-13 text-muted">{texts.precisionEmpty}</p>
      ) : (
        <ChartPicture
          kind="stack"
          caption={texts.precisionCaption}
          series={[texts.rightColumn, texts.wrongColumn]}
          rows={campaigns.slice(0, most).map((row) => ({ label: cut(row.name), values: [row.right, row.wrong] }))}
          height={192}
          format={fullNumber}
        />
      )}
    </ChartSection>
  );
}
