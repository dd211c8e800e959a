import { chunked, type Db, type Subquery, type Trx } from '#core/platform/db/connect.ts';
import type { CampaignsRow, LeadsRow } from '../tables.ts';

type Person = Pick<LeadsRow, 'user_id' | 'author_key'>;

export const personOf = ({ user_id, author_key }: Person): string => `${user_id} ${author_key}`;

/** People with several leads, which few have: an index lists them faster than it is asked about each lead. */
const several = (owners: readonly number[] | null): string =>
  `leads.author_key in (select several.author_key from leads as several
    where several.active = 1 ${owners === null ? '' : `and several.user_id in (${owners.map(Number).join(', ')})`}
    group by several.user_id, several.author_key having count(*) > 1)`;

const twin = `from leads as twin where twin.user_id = leads.user_id and twin.author_key = leads.author_key and twin.active = 1`;

/**
 * A person whom several campaigns found has a lead in each of them, with the scores that the campaign gives. Lists show one: the
 * one with the highest score.
 */
const isBest = `not exists (select 1 ${twin}
  and (twin.static_points > leads.static_points or (twin.static_points = leads.static_points and twin.id < leads.id)))`;

/** `reads`: whether few leads are looked at, as on a page by score, or all of them. */
export const standsForPerson = (owner: string | null, reads: 'few' | 'all'): string =>
  reads === 'few' ? isBest : `(not (${several(owner === null ? null : [Number(owner)])}) or ${isBest})`;

/** Another campaign found this person before: figures count people once, on the day they were first seen. */
export const isRepeated = (...userIds: readonly number[]): string => `${several(userIds)} and exists (select 1 ${twin}
  and (twin.first_seen_at < leads.first_seen_at or (twin.first_seen_at = leads.first_seen_at and twin.id < leads.id)))`;

/** Subquery: all leads of the people who have one of these leads. */
export const peopleOf = (db: Db, leadIds: Subquery): Subquery =>
  db({ found: 'leads' }).whereIn('found.id', leadIds).select('found.user_id', 'found.author_key');

/** Ids of a person's leads, that of the given one first. */
export async function listLeadsOfPerson(db: Db, { id, user_id, author_key }: Person & Pick<LeadsRow, 'id'>): Promise<number[]> {
  const ids = await db('leads').where({ user_id, author_key }).whereNot({ id }).orderBy('id').limit(1000).pluck<number[]>('id');
  return [id, ...ids];
}

/** What the user did with a person, which is true of them in every campaign. */
export type Known = Person & Pick<LeadsRow, 'stage' | 'notes' | 'tags' | 'value' | 'contacted_at' | 'assignee_id' | 'active'>;

/** By person, the leads that these people have already; one that is in the list first. */
export async function listKnown(trx: Trx, people: readonly Person[]): Promise<Map<string, Known>> {
  const found = new Map<string, Known>();
  const pairs = [...new Map(people.map((person) => [personOf(person), [person.user_id, person.author_key]])).values()];
  for (const chunk of chunked(pairs, 2)) {
    const rows = await trx('leads')
      .whereIn(['user_id', 'author_key'], chunk)
      .select('user_id', 'author_key', 'stage', 'notes', 'tags', 'value', 'contacted_at', 'assignee_id', 'active')
      .orderBy('active')
      .limit(1_000_000);
    for (const row of rows) found.set(personOf(row), row);
  }
  return found;
}

export type Member = Pick<
  LeadsRow,
  'id' | 'campaign_id' | 'user_id' | 'author_key' | 'active' | 'static_points' | 'recency_points' | 'cap' | 'basis_at' | 'shown_to_clients'
> &
  Pick<CampaignsRow, 'name'>;

/** By person, their leads in all campaigns. */
export async function listMembers(db: Db, people: readonly Person[]): Promise<Map<string, Member[]>> {
  if (people.length === 0) return new Map();
  const rows = await db('leads')
    .join('campaigns', 'campaigns.id', 'leads.campaign_id')
    .whereIn(
      ['leads.user_id', 'leads.author_key'],
      people.map(({ user_id, author_key }) => [user_id, author_key]),
    )
    .select<Member[]>(
      'leads.id',
      'leads.campaign_id',
      'leads.user_id',
      'leads.author_key',
      'leads.active',
      'leads.static_points',
      'leads.recency_points',
      'leads.cap',
      'leads.basis_at',
      'leads.shown_to_clients',
      'campaigns.name',
    )
    .limit(1_000_000);
  return Map.groupBy(rows, personOf);
}
