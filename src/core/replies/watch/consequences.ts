import type { FollowUp, NewFollowUp } from '#shared/follow-ups.ts';
import type { Lead, LeadUpdate } from '#shared/leads.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import type { DueRow } from './queries.ts';
import { isAnswered, isTakenDown, type Seen } from './recording.ts';

export interface ConsequenceDeps {
  bus: Bus;
  now: Now;
  leads: { get: (actor: Actor, id: string) => Promise<Lead>; update: (actor: Actor, id: string, update: LeadUpdate) => Promise<Lead> };
  followUps: {
    list: (actor: Actor, query: { leadId: string; limit: number }) => Promise<{ items: FollowUp[] }>;
    create: (actor: Actor, leadId: string, followUp: NewFollowUp) => Promise<FollowUp>;
    closeAnswered: (actor: Actor, leadId: string) => Promise<number>;
  };
}

const closedStages = new Set(['won', 'lost']);
const removedNote = 'Your reply was removed. Reply again or move on?';
const hiddenNote = "Others can't see your reply. Reply again or move on?";

const whereOf = ({ lead_id, post_id }: DueRow): string => {
  if (lead_id !== null) return `/dashboard/leads/${lead_id}`;
  return post_id === null ? '/dashboard/schedule' : `/dashboard/posts?post=${post_id}&status=all`;
};
const idsOf = ({ lead_id, post_id, campaign_id }: DueRow) => ({
  ...(lead_id !== null && { leadId: String(lead_id) }),
  ...(post_id !== null && { postId: String(post_id) }),
  ...(campaign_id !== null && { campaignId: String(campaign_id) }),
});

/**
 * Reacts to changes of a reply: updates the lead and its follow-ups, and notifies. Runs before the change is recorded and
 * is idempotent, so that nothing is lost if the process is killed in between.
 */
export function createConsequences({ bus, now, leads, followUps }: ConsequenceDeps) {
  const notify = (row: DueRow, kind: 'reply-answered' | 'reply-removed', texts: { key: string; title: string; text: string }): void =>
    bus.emit('notice', { userId: String(row.user_id), kind, path: whereOf(row), ...idsOf(row), ...texts });

  async function answered(row: DueRow, owner: Actor): Promise<void> {
    const leadId = row.lead_id === null ? null : String(row.lead_id);
    const lead = leadId === null ? null : await leads.get(owner, leadId);
    if (leadId !== null) await followUps.closeAnswered(owner, leadId);
    if (lead?.stage === 'contacted') await leads.update(owner, lead.id, { stage: 'replied' });
    const who = row.person === null ? 'The person' : `u/${row.person}`;
    notify(row, 'reply-answered', {
      key: `person:${row.outbox_id}`,
      title: `${who} replied to you in r/${row.subreddit}`,
      text: "Read it on Reddit while they're there.",
    });
  }

  async function takenDown(row: DueRow, { owner, state }: { owner: Actor; state: Seen['state'] }): Promise<void> {
    const isRemoved = state === 'removed';
    const leadId = row.lead_id === null ? null : String(row.lead_id);
    if (leadId !== null) {
      const { stage } = await leads.get(owner, leadId);
      const { items } = await followUps.list(owner, { leadId, limit: 100 });
      const isAwaited = items.some(({ doneAt }) => doneAt === null);
      const dueAt = new Date(now()).toISOString();
      if (!isAwaited && !closedStages.has(stage))
        await followUps.create(owner, leadId, { dueAt, note: isRemoved ? removedNote : hiddenNote });
    }
    // Usually, all replies of an account are hidden at once, so notify only once a day; the app shows it for each reply.
    const day = new Date(now()).toISOString().slice(0, 10);
    notify(row, 'reply-removed', {
      key: isRemoved ? `${row.outbox_id}` : `hidden:${row.account}:${day}`,
      title: isRemoved ? `Your reply in r/${row.subreddit} was removed` : `Others can't see your reply in r/${row.subreddit}`,
      text: isRemoved ? 'Only you can still see it.' : "Reddit doesn't say why. Open Reddit Health to check your account.",
    });
  }

  return async function follow(row: DueRow, seen: Seen): Promise<void> {
    const owner: Actor = { kind: 'user', userId: String(row.user_id), role: 'user' };
    if (isAnswered(row, seen)) await answered(row, owner);
    else if (row.answered_at === null && (row.answers ?? 0) === 0 && (seen.answers?.count ?? 0) > 0)
      notify(row, 'reply-answered', {
        key: `others:${row.outbox_id}`,
        title: `Someone replied to you in r/${row.subreddit}`,
        text: "It wasn't the person you replied to.",
      });
    if (isTakenDown(row.standing, seen.state)) await takenDown(row, { owner, state: seen.state });
  };
}
