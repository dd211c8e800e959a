import { Meter } from '#web/ui/progress.tsx';
import { aiTexts as texts } from './texts.ts';

interface LimitLineProps {
  label: string;
  used: number;
  limit: number;
}

/** Usage against a daily limit. */
export function LimitLine({ label, used, limit }: LimitLineProps) {
  const share = limit === 0 ? 1 : used / limit;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-4 text-13">
        <span className="text-muted">{label}</span>
        <span className="tabular-nums">{texts.ofLimit(used, limit)}</span>
      </div>
      <Meter label={label} value={used} max={limit} tone={share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'primary'} />
    </div>
  );
}
