import type { Analytics } from '#shared/analytics.ts';
import { fullNumber } from '#web/lib/format.ts';
import { ChartSection } from '#web/ui/chart-section.tsx';
import { Meter } from '#web/ui/progress.tsx';
import type { Column } from '#web/ui/table.tsx';
import { isMostlyBad } from './match-share.tsx';
import type { ChartPartProps } from './section-props.ts';
import { texts } from './texts.ts';
import { formatShare } from './format.ts';

type Row = Analytics['precision']['campaigns'][number];
const maxShown = 8;

const columns: readonly Column<Row>[] = [
  { key: 'campaign', header: texts.campaign, render: ({ name }) => <bdi>{name}</bdi> },
  { key: 'right', header: texts.goodColumn, figures: true, render: ({ right }) => fullNumber(right) },
  { key: 'wrong', header: texts.badColumn, figures: true, render: ({ wrong }) => fullNumber(wrong) },
  { key: 'share', header: texts.shareGood, figures: true, render: ({ right, wrong }) => formatShare(right, right + wrong) },
];
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
        <ul aria-label={texts.precisionCaption} className="flex flex-col">
          {campaigns.slice(0, maxShown).map((row) => (
            <CampaignBar key={row.campaignId} row={row} />
          ))}
        </ul>
      )}
    </ChartSection>
  );
}

function CampaignBar({ row: { name, right, wrong } }: { row: Row }) {
  const all = right + wrong;
  return (
    <li className="py-2 text-13">
      <div className="flex items-baseline gap-3">
        <bdi title={name} className="min-w-0 flex-1 truncate font-medium">
          {name}
        </bdi>
        <span className="flex-none text-muted tabular-nums">{texts.goodOf(right, all)}</span>
        <b className="w-12 flex-none text-right font-semibold tabular-nums">{formatShare(right, all)}</b>
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
