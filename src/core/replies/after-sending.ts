import type { Actor } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { FollowUps } from '#core/inbox/follow-ups/service.ts';
import type { Leads } from '#core/inbox/leads/service.ts';
import type { OutboxRow } from './outbox/queries.ts';
import type { Posts } from '#core/inbox/posts/service.ts';

interface Deps {
  bus: Bus;
  posts: Pick<Posts, 'get'>;
  leads: Pick<Leads, 'get' | 'update'>;
  followUps: Pick<FollowUps, 'list'>;
  /** A reply counts as positive feedback on its post. */
  noteAnswered: (postId: number) => Promise<void>;
}

/** After a reply is posted: marks its lead as contacted and offers the user a follow-up. */
export function createAfterSending({ bus, posts, leads, followUps, noteAnswered }: Deps) {
  async function isAwaited(owner: Actor, leadId: string): Promise<boolean> {
    const { items } = await followUps.list(owner, { leadId, limit: 100 });
    return items.some(({ doneAt }) => doneAt === null);
  }

  return async function afterSending({ user_id, post_id, subreddit }: OutboxRow): Promise<void> {
    if (post_id === null) return;
    await noteAnswered(post_id);
    const userId = String(user_id);
    const owner = { kind: 'user', userId, role: 'user' } as const;
    const { leadId } = await posts.get(owner, String(post_id));
    const lead = leadId === null ? null : await leads.get(owner, leadId);
    if (lead?.stage === 'new') await leads.update(owner, lead.id, { stage: 'contacted' });
    const offered = lead !== null && !(await isAwaited(owner, lead.id)) ? { id: lead.id, redditUsername: lead.redditUsername } : null;
    bus.push({ userId }, 'answer-sent', { postId: String(post_id), subreddit, lead: offered });
  };
}
