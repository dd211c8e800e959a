import type { LeadUpdate } from '#shared/leads.ts';
import type { CoreContext } from '#core/context.ts';
import { findOwner, listMembersOf } from '#core/accounts/workspaces/queries.ts';
import { type Actor, doerOf } from '#core/platform/actor.ts';
import { can } from '#core/platform/policy.ts';
import type { LeadRow } from './rows.ts';

interface Named {
  id: number;
  username: string;
}

const isWord = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);

/** How often each of these people is mentioned as `@name`; the longest name that fits counts, and none inside an address. */
export function countMentions(text: string, people: readonly Named[]): Map<number, number> {
  const counts = new Map<number, number>();
  const longestFirst = people.toSorted((one, other) => other.username.length - one.username.length);
  const lower = text.toLowerCase();
  for (let at = lower.indexOf('@'); at !== -1; at = lower.indexOf('@', at + 1)) {
    if (isWord(lower[at - 1])) continue;
    const named = longestFirst.find(({ username }) => {
      const end = at + 1 + username.length;
      return lower.slice(at + 1, end) === username.toLowerCase() && !isWord(lower[end]);
    });
    if (named) counts.set(named.id, (counts.get(named.id) ?? 0) + 1);
  }
  return counts;
}

type Deps = Pick<CoreContext, 'db' | 'bus' | 'now'>;

/** Notifies people in the workspace of what a colleague did that is about them. */
export function createPersonalNotices({ db, bus, now }: Deps) {
  async function peopleOf(workspaceId: number): Promise<Named[]> {
    const owner = await findOwner(db, workspaceId);
    const members = await listMembersOf(db, workspaceId);
    return [
      ...(owner ? [owner] : []),
      ...members.filter(({ role }) => can(role, 'read')).map(({ user_id: id, username }) => ({ id, username })),
    ];
  }

  function tell(
    lead: Pick<LeadRow, 'id' | 'user_id' | 'campaign_id'>,
    personId: number,
    notice: { kind: 'mention' | 'assigned'; title: string },
  ) {
    bus.emit('notice', {
      ...notice,
      userId: String(lead.user_id),
      personId: String(personId),
      key: `lead:${lead.id}:${now()}`,
      path: `/dashboard/leads/${lead.id}`,
      leadId: String(lead.id),
      campaignId: String(lead.campaign_id),
    });
  }

  return {
    /** After a lead was changed from this state. */
    async ofChange(actor: Actor, before: LeadRow, { assigneeId, notes }: LeadUpdate): Promise<void> {
      const doer = doerOf(actor);
      const assigned = assigneeId && Number(assigneeId) !== before.assignee_id ? Number(assigneeId) : null;
      if (doer === null || (assigned === null && !notes?.includes('@'))) return;
      const people = await peopleOf(before.user_id);
      const name = people.find(({ id }) => id === doer)?.username ?? 'A colleague';
      if (assigned !== null && assigned !== doer) tell(before, assigned, { kind: 'assigned', title: `${name} assigned a lead to you` });
      const mentionedBefore = countMentions(before.notes, people);
      for (const [id, count] of countMentions(notes ?? '', people))
        if (id !== doer && count > (mentionedBefore.get(id) ?? 0))
          tell(before, id, { kind: 'mention', title: `${name} mentioned you in a note` });
    },

    /** After somebody set a follow-up on a lead. */
    async ofFollowUp(actor: Actor, lead: LeadRow): Promise<void> {
      const doer = doerOf(actor);
      if (doer === null || lead.assignee_id === null || lead.assignee_id === doer) return;
      const name = (await peopleOf(lead.user_id)).find(({ id }) => id === doer)?.username ?? 'A colleague';
      tell(lead, lead.assignee_id, { kind: 'assigned', title: `${name} set a follow-up on a lead of yours` });
    },
  };
}
