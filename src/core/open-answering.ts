import { forgetActivity } from './activity/queries.ts';
import { createActivity } from './activity/service.ts';
import type { WriteAudit } from './audit/entry.ts';
import { createRunner } from './discovery/runner.ts';
import type { openHearing } from './open-hearing.ts';
import type { Parts } from './open.ts';
import { createCommentCall } from './outbox/comment-call.ts';
import { cancelQueued } from './outbox/queries.ts';
import { createOutbox } from './outbox/service.ts';
import { createRedditAccount } from './reddit-account/service.ts';

interface House extends Parts {
  writeAudit: WriteAudit;
}

/** What people say on Reddit themselves, wired. It shares the client id's budget with the listening. */
export function openAnswering(house: House, { sources, posts, leads }: ReturnType<typeof openHearing>) {
  const { client } = sources;
  const redditAccount = createRedditAccount({
    ...house,
    client,
    async letGo(trx, userId) {
      await forgetActivity(trx, userId);
      return cancelQueued(trx, userId);
    },
  });
  const activity = createActivity({ ...house, ...redditAccount });
  const outbox = createOutbox({
    ...house,
    postComment: client && createCommentCall(client, house.config.reddit.apiUrl),
    findConnected: redditAccount.findConnected,
    getPost: posts.get,
    runner: createRunner(house.log),
    async onSent({ user_id, post_id }) {
      if (post_id === null) return;
      const owner = { kind: 'user', userId: String(user_id), role: 'user' } as const;
      const { leadId } = await posts.get(owner, String(post_id));
      if (leadId !== null && (await leads.get(owner, leadId)).stage === 'new') await leads.update(owner, leadId, { stage: 'contacted' });
    },
  });
  return { redditAccount, activity, outbox, closeAnswering: outbox.close };
}
