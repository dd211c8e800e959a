import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { updateRows } from '#core/platform/db/many-rows.ts';
import { ownedBy } from '#core/platform/actor.ts';
import { unknownTime } from '#core/platform/item.ts';
import type { CampaignsRow, PostsRow } from '../tables.ts';
import type { PostRow } from './rows.ts';
import { selectPosts } from './scored-queries.ts';

/** A lead that its user did something with, by the `lead_id` of the outer statement's `posts`. */
export const isWorkedWith = `(exists (select 1 from leads where leads.id = posts.lead_id
    and (leads.stage <> 'new' or leads.notes <> '' or leads.tags <> '[]' or leads.value is not null))
  or exists (select 1 from follow_ups where follow_ups.lead_id = posts.lead_id))`;

const ranked = ['id', 'author_key', 'created_at', 'discovered_at', 'merit'] as const;
export type Entry = Pick<PostsRow, (typeof ranked)[number]>;
export type Callable = Entry &
  Pick<PostsRow, 'campaign_id' | 'decided' | 'status' | 'touched'> &
  Pick<CampaignsRow, 'leads_per_day'> & { held: number };

/** Where its date is unknown, a post counts for the day it was found. */
export const dayTimeOf = ({ created_at, discovered_at }: Pick<Entry, 'created_at' | 'discovered_at'>): number =>
  created_at === unknownTime ? discovered_at : created_at;
const dayTime = `case when created_at = ${unknownTime} then discovered_at else created_at end`;

/** Of these posts, those of campaigns that call the best of a day. */
export async function listCallable(trx: Trx, ids: readonly number[]): Promise<Callable[]> {
  const found: Callable[] = [];
  for (const chunk of chunked(ids, 1))
    found.push(
      ...(await trx('posts')
        .join('campaigns', 'campaigns.id', 'posts.campaign_id')
        .whereIn('posts.id', chunk)
        .whereNull('campaigns.lead_threshold')
        .select<Callable[]>([
          ...ranked.map((column) => `posts.${column}`),
          'posts.campaign_id',
          'posts.decided',
          'posts.status',
          'posts.touched',
          'campaigns.leads_per_day',
          trx.raw(`case when ${isWorkedWith} then 1 else 0 end as held`),
        ])
        .limit(chunk.length)),
    );
  return found;
}

/** A campaign's posts from `least` on, of the given time: what its best are chosen from. */
export const listEntries = (
  db: Db,
  { campaignId, least, after, until }: { campaignId: number; least: number; after: number; until: number },
): Promise<Entry[]> =>
  db('posts')
    .where({ campaign_id: campaignId, blacklisted: 0 })
    .where('merit', '>=', least)
    // What the index says of time leaves out most rows before they are read.
    .where('created_at', '<=', until)
    .where((posted) => posted.where('created_at', '>', after).orWhere('created_at', unknownTime))
    .whereRaw(`${dayTime} > ?`, [after])
    .whereRaw(`${dayTime} <= ?`, [until])
    .whereNotNull('author_key')
    .where((shown) => shown.where('open', 1).orWhere('touched', 1))
    .select(...ranked)
    .limit(1_000_000);

/** A campaign's posts that are, or can be, among the best of a day, by time. */
export const listCallableIds = (db: Db, campaignId: number, least: number): Promise<number[]> =>
  db('posts')
    .where({ campaign_id: campaignId })
    .where((either) => either.where('merit', '>=', least).orWhere('decided', 'lead'))
    .orderByRaw(`${dayTime}, id`)
    .limit(1_000_000)
    .pluck<number[]>('id');

export const saveCalls = (trx: Trx, rows: readonly Pick<PostsRow, 'id' | 'decided' | 'status'>[]): Promise<void> =>
  updateRows(trx, 'posts', rows);

export type Calling = Pick<CampaignsRow, 'id' | 'lead_threshold' | 'leads_per_day'>;

export const findCalling = (db: Db, owner: string | null, id: number): Promise<Calling | undefined> =>
  db('campaigns')
    .where({ id, ...ownedBy(owner) })
    .first('id', 'lead_threshold', 'leads_per_day');

/** Posts that aren't leads, best first, though their authors could be. */
export const listBelow = (
  db: Db,
  { id, lead_threshold }: Calling,
  { since, limit }: { since: number; limit: number },
): Promise<PostRow[]> =>
  selectPosts(db)
    .where('posts.campaign_id', id)
    .where('posts.open', 1)
    .where('posts.touched', 0)
    .where('posts.status', 'new')
    .where('posts.discovered_at', '>', since)
    .whereNot('posts.role', 'seller')
    .whereNotNull('posts.author_key')
    .orderBy([
      { column: lead_threshold === null ? 'posts.merit' : 'posts.static_points', order: 'desc' },
      { column: 'posts.id', order: 'desc' },
    ])
    .limit(limit);
