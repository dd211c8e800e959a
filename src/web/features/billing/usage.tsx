import type { Billing } from '#shared/billing.ts';
import { Meter } from '#web/ui/progress.tsx';
import { billingTexts as texts } from './texts.ts';

const order = ['campaigns', 'leadsThisMonth', 'aiCallsToday', 'seats'] as const;

const spent = new Set<keyof Billing['usage']>(['leadsThisMonth', 'aiCallsToday']);

/** Reaching the campaign limit is fine; running out of leads for the month is not. */
function toneOf(name: keyof Billing['usage'], used: number, limit: number): 'primary' | 'warn' | 'bad' {
  if (used > limit) return 'bad';
  return spent.has(name) && used >= limit * 0.9 ? 'warn' : 'primary';
}

/** Usage of each limit; without a limit, only the figure. */
export function Usage({ usage }: { usage: Billing['usage'] }) {
  return (
    <dl className="grid gap-x-10 gap-y-5 pt-4 sm:grid-cols-2">
      {order.map((name) => {
        const { used, limit } = usage[name];
        return (
          <div key={name} className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-2">
            <dt className="text-soft-text">{texts.usageLabels[name]}</dt>
            <dd className="tabular-nums">{texts.ofLimit(used, limit)}</dd>
            {limit === null ? null : (
              <dd className="col-span-2">
                <Meter label={texts.usageLabels[name]} value={used} max={limit} tone={toneOf(name, used, limit)} />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
