import { defaultLeadsPerDay } from '#shared/auth.ts';
import type { Today, TodayItem } from '#shared/dashboard.ts';
import type { Lead, LeadListQuery } from '#shared/leads.ts';
import { dayOf, startOfDay, timeZone } from '#shared/time-zone.ts';
import { type Actor, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { countDone, type DueFollowUp, findNext, listAnswers, listDueFollowUps, readSettings, type WaitingAnswer } from './queries.ts';

interface Deps {
  readDb: Db;
  now: Now;
  leads: {
    first: (actor: Actor, query: LeadListQuery) => Promise<Lead[]>;
    listByIds: (actor: Actor, ids: readonly number[]) => Promise<Map<string, Lead>>;
  };
}

const answerOf = ({ id, post_id, author, body, permalink, created_at }: WaitingAnswer): TodayItem['answers'][number] => ({
  id: String(id),
  postId: String(post_id),
  author,
  body,
  permalink,
  at: isoTime(created_at),
});

const followUpOf = ({ id, due_at, note }: DueFollowUp): TodayItem['followUp'] => ({ id: String(id), dueAt: isoTime(due_at), note });

const personOf = ({ redditUsername }: Lead): string => redditUsername.toLowerCase();

/** The others follow when these are done. */
const maxWaiting = 100;

/** A comment below two replies of the user is stored for both. */
function eachOnce(answers: readonly WaitingAnswer[]): WaitingAnswer[] {
  const same = Map.groupBy(answers, ({ fullname }) => fullname);
  // The text may have been deleted for one of them.
  return [...same.values()].flatMap((rows) => rows.findLast(({ author }) => author !== null) ?? rows.at(-1) ?? []);
}

type Waiting = Omit<TodayItem, 'lead'> & { leadId: number };

/** One item for each person: what they answered comes before a follow-up with them. */
function waitingOf(answers: readonly WaitingAnswer[], followUps: readonly DueFollowUp[]): Waiting[] {
  const people = new Map<string, Waiting>();
  for (const [key, [newest, ...older]] of Map.groupBy(eachOnce(answers), ({ author_key }) => author_key))
    if (newest)
      people.set(key, {
        kind: 'answer',
        leadId: newest.lead_id,
        followUp: null,
        answers: [newest, ...older].toReversed().map(answerOf),
      });
  for (const followUp of followUps) {
    const known = people.get(followUp.author_key);
    if (known) known.followUp ??= followUpOf(followUp);
    else people.set(followUp.author_key, { kind: 'follow-up', leadId: followUp.lead_id, followUp: followUpOf(followUp), answers: [] });
  }
  return [...people.values()].slice(0, maxWaiting);
}

/** What a user has to do today, in the order in which to do it. */
export function createToday({ readDb, now, leads }: Deps) {
  return {
    /** `zone` applies if the user has set no time zone. */
    async get(actor: Actor, { zone: offered }: { zone?: string | undefined } = {}): Promise<Today> {
      const userId = workspaceOf(actor);
      const at = now();
      const { timezone, leadsPerDay = defaultLeadsPerDay } = await readSettings(readDb, userIdOf(actor));
      const zone = timeZone(timezone ?? offered ?? 'UTC');
      const today = dayOf(zone, at);
      const [answers, followUps, { fresh, ...done }, next] = await Promise.all([
        listAnswers(readDb, userId),
        listDueFollowUps(readDb, userId, at),
        countDone(readDb, userId, { from: startOfDay(zone, today), now: at }),
        findNext(readDb, userId, at),
      ]);
      const waiting = waitingOf(answers, followUps);
      const limit = Math.max(0, leadsPerDay - fresh);
      const known = await leads.listByIds(
        actor,
        waiting.map(({ leadId }) => leadId),
      );
      const items = waiting.flatMap(({ leadId, ...item }): TodayItem[] => {
        const lead = known.get(String(leadId));
        return lead ? [{ ...item, lead }] : [];
      });
      // In another campaign, the same person is another lead.
      const shown = new Set(items.filter(({ lead }) => lead.stage === 'new').map(({ lead }) => personOf(lead)));
      const best =
        limit === 0 ? [] : await leads.first(actor, { limit: limit + shown.size, stage: 'new', waiting: false, sort: '-confidence' });
      const fromBest = best
        .filter((lead) => !shown.has(personOf(lead)))
        .slice(0, limit)
        .map((lead): TodayItem => ({ kind: 'lead', lead, followUp: null, answers: [] }));
      // With the day's leads done, the next ones come tomorrow, whatever a run finds.
      const leadsAt = limit === 0 ? startOfDay(zone, today + 1) : next.runAt;
      const times = [next.followUpAt, leadsAt].filter((time) => time !== null);
      return { items: [...items, ...fromBest], done, nextAt: times.length === 0 ? null : isoTime(Math.min(...times)) };
    },
  };
}
export type TodayService = ReturnType<typeof createToday>;
