import type { ReactNode } from 'react';
import type { Analytics } from '#shared/analytics.ts';
import { fullNumber } from '#web/lib/format.ts';
import { Delta, Figures, type Figure } from '#web/ui/facts.tsx';
import { texts } from './texts.ts';
import { changeOf, durationWords, moneyWords, shareWords } from './words.ts';

type Line = Analytics['headline'];

interface Change {
  by: number | null;
  words: (change: number) => string;
  /** Whether a rise is good. */
  goodWhenMore: boolean;
  /** The figure before, written. */
  from: string;
}

/** How a figure changed, in words; nothing where there was nothing before. */
function Changed({ by, words, goodWhenMore, from }: Change) {
  if (by === null || by === 0) return null;
  return (
    <Delta value={by} meaning={by > 0 === goodWhenMore ? 'better' : 'worse'}>
      {words(by)} {texts.before(from)}
    </Delta>
  );
}

const perLead = ({ spent, leads }: Line): number | null => (spent === null || leads === 0 ? null : spent / leads);
const shareRight = ({ right, wrong }: Line): number | null => (right + wrong === 0 ? null : (right / (right + wrong)) * 100);

function rightFigure(now: Line, before: Line): Figure {
  const [share, shareBefore] = [shareRight(now), shareRight(before)];
  const by = share === null || shareBefore === null ? null : Math.round(share - shareBefore);
  return {
    value: shareWords(now.right, now.right + now.wrong),
    label: texts.right,
    title: texts.ofJudged(now.right + now.wrong),
    aside: (
      <Below
        sample={texts.ofJudged(now.right + now.wrong)}
        change={<Changed by={by} words={texts.points} goodWhenMore from={shareWords(before.right, before.right + before.wrong)} />}
      />
    ),
  };
}

function answeredFigure(now: Line, before: Line): Figure {
  const by =
    now.answeredMinutes === null || before.answeredMinutes === null ? null : Math.round(now.answeredMinutes - before.answeredMinutes);
  const change = (
    <Changed
      by={by}
      words={(minutes) => durationWords(Math.abs(minutes))}
      goodWhenMore={false}
      from={durationWords(before.answeredMinutes)}
    />
  );
  return {
    value: durationWords(now.answeredMinutes),
    label: texts.answered,
    aside: <Below sample={texts.ofAnswered(now.answered)} change={change} />,
  };
}

function costFigure(now: Line, before: Line): Figure {
  const change = (
    <Changed by={changeOf(perLead(now), perLead(before))} words={texts.percent} goodWhenMore={false} from={moneyWords(perLead(before))} />
  );
  return {
    value: moneyWords(perLead(now)),
    label: texts.cost,
    aside: <Below sample={now.spent === null ? texts.noModel : texts.ofSpent(moneyWords(now.spent))} change={change} />,
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

/** The four figures that matter, each with its sample and its change. */
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
                change={<Changed by={leads} words={texts.percent} goodWhenMore from={fullNumber(before.leads)} />}
              />
            ),
          },
          rightFigure(now, before),
          answeredFigure(now, before),
          costFigure(now, before),
        ]}
      />
    </div>
  );
}
