import type { ReactNode } from 'react';
import type { Analytics } from '#shared/analytics.ts';
import { fullNumber } from '#web/lib/format.ts';
import { Delta, Figures, type Figure } from '#web/ui/facts.tsx';
import { texts } from './texts.ts';
import { changeOf, formatDuration, formatGrowth, formatMoney, formatRated } from './format.ts';

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

function Below({ sample, change }: { sample: string; change: ReactNode }) {
  return (
    <span className="flex flex-col text-12">
      {sample === '' ? null : <span className="block">{sample}</span>}
      {change}
    </span>
  );
}

export function Headline({ analytics: { headline: now, before } }: { analytics: Analytics }) {
  const leads = changeOf(now.leads, before.leads);
  return (
    <div className="border-y py-5">
      <Figures
        figures={[
          {
            value: fullNumber(now.leads),
            label: texts.leads,
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
          costFigure(now, before),
        ]}
      />
    </div>
  );
}
