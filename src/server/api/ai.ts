import type { Core } from '#core/open.ts';
import { aiRoutes } from '#shared/ai.ts';
import type { Mount } from '../mount.ts';

export function mountAi(mount: Mount, { ai: { usage: aiUse }, replies: { drafts: drafting } }: Core): void {
  mount(aiRoutes.status, (_, actor) => aiUse.status(actor));
  mount(aiRoutes.spend, ({ query }, actor) => aiUse.spend(actor, query));
  mount(aiRoutes.usage, ({ query }, actor) => aiUse.usage(actor, query));
  mount(aiRoutes.draftReply, ({ params, body }, actor) => drafting.draftReply(actor, params.id, body.tone));
}
