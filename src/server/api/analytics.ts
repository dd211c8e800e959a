import type { Core } from '#core/open.ts';
import { analyticsRoutes } from '#shared/analytics.ts';
import type { Mount } from '../mount.ts';
import { createWorkSlots } from '../work-slots.ts';
import type { ServerContext } from '../state.ts';

async function asAttachment(ctx: ServerContext, file: Promise<{ name: string; text: string }>): Promise<string> {
  const { name, text } = await file;
  ctx.attachment(name);
  return text;
}

export function mountAnalytics(mount: Mount, { insights: { analytics } }: Core): void {
  const slots = createWorkSlots({ perUser: 2, total: 6 });
  mount(analyticsRoutes.get, ({ query }, actor, { state }) => analytics.get(actor, query, state.signal), { slots });
  mount(
    analyticsRoutes.csv,
    ({ params, query }, actor, ctx) => asAttachment(ctx, analytics.csv(actor, { ...query, chart: params.chart }, ctx.state.signal)),
    { slots },
  );
}
