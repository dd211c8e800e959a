import { dayMs } from '#shared/time.ts';
import { type Actor, actingIn } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import type { FollowUps } from '#core/inbox/follow-ups/service.ts';
import type { Leads } from '#core/inbox/leads/service.ts';
import type { OutboxRow } from './outbox/queries.ts';
import type { Posts } from '#core/inbox/posts/service.ts';

interface Deps {
  bus: Bus;
  now: Now;
  posts: Pick<Posts, 'get'>;
  leads: Pick<Leads, 'get' | 'update'>;
  followUps: Pick<FollowUps, 'list' | 'create' | 'update'>;
  /** A reply counts as positive feedback on its post. */
  noteAnswered: (postId: number) => Promise<void>;
}

/** After a reply is posted: marks its lead as contacted and sets the follow-up that the user agreed to. Can be repeated. */
export function createAfterSending({ bus, now, posts, leads, followUps, noteAnswered }: Deps) {
  /** An open follow-up moves, because the reply was what it was for. */
  async function setFollowUp(owner: Actor, leadId: string, { at, setAt, key }: { at: number; setAt: string; key: string }): Promise<void> {
    const dueAt = isoTime(at > now() ? at : now() + dayMs);
    const { items } = await followUps.list(owner, { leadId, limit: 100 });
    const open = items.find(({ doneAt }) => doneAt === null);
    if (!open) await followUps.create(owner, leadId, { dueAt, setAt, note: '', key });
    else if (open.dueAt < dueAt) await followUps.update(owner, open.id, { snoozeUntil: dueAt, setAt });
  }

  return async function afterSending({ id, user_id, sent_by, post_id, subreddit, follow_up_at, created_at }: OutboxRow): Promise<void> {
    if (post_id === null) return;
    const userId = String(user_id);
    const owner = actingIn(user_id, sent_by);
    const { leadId, campaignId } = await posts.get(owner, String(post_id));
    const lead = leadId === null ? null : await leads.get(owner, leadId);
    if (lead?.stage === 'new') await leads.update(owner, lead.id, { stage: 'contacted' });
    if (lead && follow_up_at !== null)
      await setFollowUp(owner, lead.id, { at: follow_up_at, setAt: isoTime(created_at), key: `reply-posted-${id}` });
    await noteAnswered(post_id);
    bus.emit('notice', {
      userId,
      kind: 'reply-posted',
      key: String(id),
      title: '',
      path: leadId === null ? `/dashboard/posts?post=${post_id}&status=all` : `/dashboard/leads/${leadId}`,
      campaignId,
      postId: String(post_id),
      ...(leadId !== null && { leadId }),
    });
    bus.push({ userId }, 'answer-sent', { postId: String(post_id), subreddit });
  };
}
