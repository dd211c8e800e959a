import type { UserSettings } from '#shared/auth.ts';
import { settingsOf } from '#core/accounts/user.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { FollowUpsRow, LeadsRow } from '#core/inbox/tables.ts';
import type { OutboxRow, ReplyAnswersRow } from '#core/replies/tables.ts';

export async function readSettings(db: Db, userId: number): Promise<UserSettings> {
  const row = await db('users').where({ id: userId }).first('settings');
  return row ? settingsOf(row) : {};
}

const maxPeople = 50;

/** Replies that weren't posted and won't be by themselves. */
const isReply = "state <> 'failed' and coalesce(held, '') not in ('missed', 'left')";
const postsOfPerson = `select 1 from leads as own join posts on posts.lead_id = own.id`;
const isPerson = 'own.user_id = leads.user_id and own.author_key = leads.author_key';

const hasOpenLead = `exists (${postsOfPerson} where ${isPerson} and posts.status = 'lead' and posts.open = 1 and posts.closed_at is null)`;

/** The user replied to the person of `leads`, or closed the last of their posts that are leads, at or after `column`. */
const handledSince = (column: string): string => `(exists (${postsOfPerson} join outbox on outbox.post_id = posts.id
    where ${isPerson} and outbox.created_at >= ${column} and ${isReply})
  or (exists (${postsOfPerson} where ${isPerson} and posts.closed_at >= ${column})
    and not ${hasOpenLead}))`;

/** When this comment was first found below any of the user's replies. */
const firstFound = `(select min(same.found_at) from reply_answers as same
  where same.user_id = reply_answers.user_id and same.fullname = reply_answers.fullname)`;

/** Those that Earshot sets for a removed reply are due at once. */
const followUpSetSince = (column: string): string => `exists (select 1 from leads as own join follow_ups on follow_ups.lead_id = own.id
  where own.user_id = leads.user_id and own.author_key = leads.author_key and follow_ups.set_at >= ${column} and follow_ups.due_at > follow_ups.set_at)`;

type Person = Pick<LeadsRow, 'author_key'> & { lead_id: number };

export type WaitingAnswer = Person &
  Pick<ReplyAnswersRow, 'id' | 'fullname' | 'author' | 'body' | 'permalink' | 'created_at'> & {
    post_id: NonNullable<OutboxRow['post_id']>;
  };

/** Comments below the user's replies to which they haven't responded, newest first. */
export const listAnswers = (db: Db, userId: number): Promise<WaitingAnswer[]> =>
  db('reply_answers')
    .join('outbox', 'outbox.id', 'reply_answers.outbox_id')
    .join('posts as replied', 'replied.id', 'outbox.post_id')
    .join('leads', 'leads.id', 'replied.lead_id')
    .where('reply_answers.user_id', userId)
    .whereNotIn('leads.stage', ['won', 'lost'])
    .whereRaw(`not ${handledSince(firstFound)} and not ${followUpSetSince(firstFound)}`)
    .select<WaitingAnswer[]>([
      'leads.author_key',
      'leads.id as lead_id',
      'outbox.post_id',
      'reply_answers.id',
      'reply_answers.fullname',
      'reply_answers.author',
      'reply_answers.body',
      'reply_answers.permalink',
      'reply_answers.created_at',
    ])
    .orderBy([
      { column: 'reply_answers.created_at', order: 'desc' },
      { column: 'reply_answers.id', order: 'desc' },
    ])
    .limit(4 * maxPeople);

export type DueFollowUp = Person & Pick<FollowUpsRow, 'id' | 'due_at' | 'note'>;

/** Follow-ups whose time has come, the most overdue first. */
export const listDueFollowUps = (db: Db, userId: number, now: number): Promise<DueFollowUp[]> =>
  db('follow_ups')
    .join('leads', 'leads.id', 'follow_ups.lead_id')
    .where('follow_ups.user_id', userId)
    .whereNull('follow_ups.done_at')
    .where('follow_ups.due_at', '<=', now)
    .whereRaw(`not ${handledSince('follow_ups.due_at')}`)
    .select<DueFollowUp[]>(['leads.author_key', 'leads.id as lead_id', 'follow_ups.id', 'follow_ups.due_at', 'follow_ups.note'])
    .orderBy(['follow_ups.due_at', 'follow_ups.id'])
    .limit(maxPeople);

interface Done {
  replied: number;
  followedUp: number;
  dismissed: number;
  /** Those of them whom the user had not replied to before. */
  fresh: number;
}

/** How many people the user handled in the day that began at `from`: what was undone doesn't count. */
export async function countDone(db: Db, userId: number, { from, now }: { from: number; now: number }): Promise<Done> {
  const work = `select posts.lead_id, 1 as how from outbox join posts on posts.id = outbox.post_id
      where outbox.user_id = ? and outbox.created_at >= ? and ${isReply}
    union all select id, 1 from leads where user_id = ? and contacted_at >= ? and stage not in ('new', 'lost')
    union all select lead_id, 2 from follow_ups where user_id = ? and done_at is null and due_at > ? and set_at >= ?
    union all select lead_id, 2 from follow_ups where user_id = ? and done_at >= ? and closed_by = 'user'
    union all select leads.id, 3 from posts as closed join leads on leads.id = closed.lead_id
      where closed.user_id = ? and closed.closed_at >= ? and not ${hasOpenLead}
    union all select lead_id, 3 from lead_events join leads on leads.id = lead_id
      where user_id = ? and stage in ('won', 'lost') and last_activity_at >= ? and kind = 'stage' and at >= ?`;
  const bindings = [userId, from, userId, from, userId, now, from, userId, from, userId, from, userId, from, from];
  const people = db
    .from(db.raw(`(${work}) as work`, bindings))
    .join('leads', 'leads.id', 'work.lead_id')
    .groupBy('leads.author_key')
    .select(db.raw('min(work.how) as how'), db.raw('max(case when leads.contacted_at < ? then 0 else 1 end) as fresh', [from]));
  const row = await db
    .from(people.as('people'))
    .first<Done>(
      db.raw(
        'count(*) filter (where how = 1) as replied, count(*) filter (where how = 2) as "followedUp", count(*) filter (where how = 3) as dismissed, count(*) filter (where fresh = 1) as fresh',
      ),
    );
  return row;
}

/** When (UTC ms) something is planned: the next follow-up, and the next run of a campaign. */
export async function findNext(db: Db, userId: number, now: number): Promise<{ followUpAt: number | null; runAt: number | null }> {
  const followUp = await db('follow_ups')
    .where({ user_id: userId })
    .whereNull('done_at')
    .where('due_at', '>', now)
    .orderBy('due_at')
    .first('due_at');
  const run = await db('campaigns')
    .where({ user_id: userId, status: 'active' })
    .where('next_run_at', '>', now)
    .orderBy('next_run_at')
    .first('next_run_at');
  return { followUpAt: followUp?.due_at ?? null, runAt: run?.next_run_at ?? null };
}
