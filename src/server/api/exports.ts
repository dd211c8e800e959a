import type { ExportFile } from '#core/inbox/exports/service.ts';
import type { Core } from '#core/open.ts';
import { exportRoutes } from '#shared/exports.ts';
import type { Mount } from '../mount.ts';
import type { ServerContext } from '../state.ts';
import { createWorkSlots } from '../work-slots.ts';

/** Sent as an attachment, because the texts are untrusted. */
async function asAttachment(ctx: ServerContext, file: Promise<ExportFile>): Promise<AsyncIterable<string>> {
  const { name, pieces } = await file;
  ctx.attachment(name);
  return pieces;
}

export function mountExports(mount: Mount, { inbox: { exports } }: Core): void {
  const slots = createWorkSlots({ perUser: 2, total: 6 });
  mount(exportRoutes.leadsCsv, ({ query }, actor, ctx) => asAttachment(ctx, exports.leads(actor, query, 'csv')), { slots });
  mount(exportRoutes.leadsJson, ({ query }, actor, ctx) => asAttachment(ctx, exports.leads(actor, query, 'json')), { slots });
  mount(exportRoutes.postsCsv, ({ query }, actor, ctx) => asAttachment(ctx, exports.posts(actor, query, 'csv')), { slots });
  mount(exportRoutes.postsJson, ({ query }, actor, ctx) => asAttachment(ctx, exports.posts(actor, query, 'json')), { slots });
}
