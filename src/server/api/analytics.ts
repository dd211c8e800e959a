import type { Core } from '#core/open.ts';
import { analyticsRoutes } from '#shared/analytics.ts';
import type { Mount } from '../mount.ts';
import type { ServerContext } from '../state.ts';

async function asAttachment(ctx: ServerContext, file: Promise<{ name: string; text: string }>): Promise<string> {
  const { name, text } = await file;
  ctx.attachment(name);
  return text;
}

export function mountAnalytics(mount: Mount, { insights: { analytics } }: Core): void {
  mount(analyticsRoutes.get, ({ query }, actor) => analytics.get(actor, query));
  mount(analyticsRoutes.csv, ({ params, query }, actor, ctx) => asAttachment(ctx, analytics.csv(actor, params.chart, query)));
}
