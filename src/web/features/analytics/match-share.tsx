import { Meter } from '#web/ui/progress.tsx';
import { texts } from './texts.ts';
import { formatShare } from './format.ts';

/** Below this share, a subreddit or rule brings too many bad matches. */
const low = 0.6;
export const isMostlyBad = (right: number, all: number): boolean => right / all < low;

export function MatchShare({ right, wrong, name }: { right: number; wrong: number; name: string }) {
  const all = right + wrong;
  if (all === 0) return <span className="text-muted">–</span>;
  return (
    <span className="flex items-center gap-3" title={texts.ratings(right, wrong)}>
      <span className="w-20 whitespace-nowrap tabular-nums">
        {formatShare(right, all)} <span className="text-12 text-muted">n={all}</span>
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
