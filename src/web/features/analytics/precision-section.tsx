import type { Analytics } from '#shared/analytics.ts';
import { fullNumber } from '#web/lib/format.ts';
import { ChartSection } from '#web/ui/chart-section.tsx';
import { Meter } from '#web/ui/progress.tsx';
import type { Column } from '#web/ui/table.tsx';
import { isMostlyWrong } from './judged.tsx';
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
          {campaigns.slice(0, most).map((row) => (
            <CampaignBar key={row.campaignId} row={row} />
          ))}
        </ul>
      )}
    </ChartSection>
  );
}

/** How often a campaign was right; names as long as people give them. */
function CampaignBar({ row: { name, right, wrong } }: { row: Row }) {
  const all = right + wrong;
  return (
    <li className="py-2 text-13">
      <div className="flex items-baseline gap-3">
        <bdi title={name} className="min-w-0 flex-1 truncate font-medium">
          {name}
        </bdi>
        <span className="flex-none text-muted tabular-nums">{texts.rightOf(right, all)}</span>
        <b className="w-12 flex-none text-right font-semibold tabular-nums">{shareWords(right, all)}</b>
      </div>
      <Meter
        label={`${name}: ${texts.shareRight}`}
        value={right}
        max={all}
        tone={isMostlyWrong(right, all) ? 'warn' : 'primary'}
        className="mt-1.5"
      />
    </li>
  );
}
