import type { Core } from '#core/open.ts';
import { feedbackRoutes } from '#shared/feedback.ts';
import type { Mount } from '../mount.ts';

export function mountFeedback(mount: Mount, { instance: { feedback } }: Core): void {
  mount(feedbackRoutes.send, ({ body }, actor) => feedback.send(actor, body), { body: 'large' });
  mount(feedbackRoutes.picture, ({ params }, actor) => feedback.picture(actor, params.id));
  mount(feedbackRoutes.mine, ({ query }, actor) => feedback.mine(actor, query));
  mount(feedbackRoutes.list, ({ query }, actor) => feedback.list(actor, query));
  mount(feedbackRoutes.get, ({ params }, actor) => feedback.get(actor, params.id));
  mount(feedbackRoutes.answer, ({ params, body }, actor) => feedback.answer(actor, params.id, body));
}
