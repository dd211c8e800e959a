import { Meter } from '#web/ui/progress.tsx';
import { texts } from './texts.ts';
import { shareWords } from './words.ts';

/** Below this share, what a place or rule brings is more often wrong than worth reading. */
const low = 0.6;
export const isMostlyWrong = (right: number, all: number): boolean => right / all < low;

/** Share of judgements that say right, with how many there are. */
export function Judged({ right, wrong, name }: { right: number; wrong: number; name: string }) {
  const all = right + wrong;
  if (all === 0) return <span className="text-muted">–</span>;
  return (
    <span className="flex items-center gap-3" title={texts.judged(right, wrong)}>
      <span className="w-20 whitespace-nowrap tabular-nums">
        {shareWords(right, all)} <span className="text-12 text-muted">n={all}</span>
      </span>
      <Meter
        label={`${name}: ${texts.shareRight}`}
        value={right}
        max={all}
        tone={isMostlyWrong(right, all) ? 'warn' : 'primary'}
        className="w-20 max-lg:hidden"
      />
    </span>
  );
}
