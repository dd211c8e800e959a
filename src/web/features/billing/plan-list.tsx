import { Check } from 'lucide-react';
import type { Billing, Plan } from '#shared/billing.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { billingTexts as texts } from './texts.ts';

const limitNames = ['campaigns', 'leadsPerMonth', 'aiCallsPerDay', 'seats'] as const;

interface PlanListProps {
  billing: Billing;
  /** Null: plans can't be bought right now. */
  onChoose: ((plan: Plan) => void) | null;
  /** Id of the plan whose checkout page is loading. */
  busy: string | null;
}

export function PlanList({ billing, onChoose, busy }: PlanListProps) {
  return (
    <ul className="grid gap-4 pt-4 sm:grid-cols-2 lg:grid-cols-3">
      {billing.plans.map((plan, index) => {
        const isCurrent = plan.id === billing.plan.id;
        return (
          <li key={plan.id} className="flex flex-col rounded border p-5 data-current:border-primary" data-current={isCurrent || undefined}>
            <div className="flex items-center gap-2">
              <h3 className="text-16 font-semibold">{plan.name}</h3>
              {isCurrent ? <Badge tone="primary">{texts.current}</Badge> : null}
            </div>
            {plan.price === '' ? null : <p className="mt-1 text-20 font-semibold tabular-nums">{plan.price}</p>}
            {plan.about === '' ? null : <p className="mt-2 text-muted">{plan.about}</p>}
            <ul className="mt-4 mb-5 flex flex-col gap-2">
              {limitNames.map((name) => (
                <li key={name} className="flex gap-2 text-soft-text">
                  <Check aria-hidden className="mt-0.5 size-4 flex-none text-primary" />
                  {texts.limits[name](plan.limits[name])}
                </li>
              ))}
            </ul>
            <div className="mt-auto">
              {isCurrent || !billing.enabled ? null : plan.forSale && onChoose ? (
                <Button busy={busy === plan.id} onClick={() => onChoose(plan)} className="w-full">
                  {texts.choose(plan.name)}
                </Button>
              ) : plan.forSale ? null : (
                <p className="text-13 text-muted">{index === 0 ? texts.withoutPayment : texts.byAdmin}</p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
