import { ArrowRight } from 'lucide-react';
import type { HealthCheck, HealthLevel } from '#shared/health.ts';
import { Level, type CheckLevel } from '#web/ui/checks.tsx';
import { Sparkline } from '#web/ui/sparkline.tsx';
import { Quotes } from './quotes.tsx';
import { frameTexts, healthTexts as texts } from './texts.ts';

export const lookOf: Record<HealthLevel, CheckLevel> = { act: 'bad', watch: 'warn', ok: 'ok', unknown: 'unknown' };

/** `trend`: its values in earlier reports, oldest first. */
export function HealthCheckRow({ check, trend }: { check: HealthCheck; trend: readonly number[] }) {
  const { key, level, message: words, advice, figure, evidence } = check;
  const name = texts.checks[key];
  return (
    <li className="grid grid-cols-[88px_minmax(0,1fr)_auto] gap-x-4 border-b border-line py-4 last:border-b-0 max-md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="max-md:col-span-2 max-md:mb-1">
        <Level level={lookOf[level]} />
      </div>
      <div className="min-w-0">
        <h3 className="text-14 font-semibold">{name}</h3>
        <p className="mt-0.5 max-w-[68ch] wrap-anywhere text-soft-text">{words}</p>
        {advice ? (
          <p className="mt-1.5 flex max-w-[68ch] gap-1.5 text-13">
            <ArrowRight aria-hidden className="mt-0.5 size-4 flex-none text-primary" />
            <span>{advice}</span>
          </p>
        ) : null}
        {evidence.length > 0 ? (
          <details className="mt-2 text-13">
            <summary className="w-fit rounded-sm font-medium text-primary underline-offset-3 hover:underline max-md:py-2.5">
              {frameTexts.evidence(evidence.length)}
              <span className="sr-only">: {name}</span>
            </summary>
            <div className="mt-2">
              <Quotes quotes={evidence} />
            </div>
          </details>
        ) : null}
      </div>
      <div className="flex w-24 flex-col items-end text-right text-13 font-medium tabular-nums">
        {level === 'unknown' ? <span className="text-muted">–</span> : figure}
        {level !== 'unknown' && trend.length > 1 ? (
          <Sparkline values={trend} label={texts.trendOf(name, trend.length)} className="mt-1" />
        ) : null}
      </div>
    </li>
  );
}
