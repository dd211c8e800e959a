import type { Campaign, Coverage, Run } from '#shared/campaigns.ts';
import { maxCounted, type Page } from '#shared/common.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { totalOf } from '#core/platform/db/many-rows.ts';
import { AppError } from '#core/platform/errors.ts';
import { readCursor, writeCursor } from '#core/platform/paging/cursor.ts';
import { countCampaigns, findCampaign, listCampaigns, readStates } from './queries.ts';
import { campaignOf, type CampaignRow } from './rows.ts';
import type { QuotaLimits } from './quota.ts';

/** The state of fetching, provided by the discovery room. */
export interface FetchReader {
  /** Which of these campaigns are being fetched right now. */
  listRunning: (db: Db, campaignIds: readonly number[]) => Promise<number[]>;
  /** Newest first. */
  listRuns: (db: Db, campaignId: number, page: { beforeId: number | null; limit: number }) => Promise<Run[]>;
  /** Counts no further than `limit`. */
  countRuns: (db: Db, campaignId: number, limit: number) => Promise<number>;
  /** Community, in lowercase → number of posts and comments that the campaign read there since then (UTC ms). */
  countRead: (db: Db, campaignId: number, since: number) => Promise<ReadonlyMap<string, number>>;
  readCoverage: (db: Db, campaign: CampaignRow, at: { sourceId: string; now: number }) => Promise<Coverage>;
}
export interface CampaignDeps extends Pick<CoreContext, 'db' | 'readDb' | 'bus' | 'now'> {
  limits: QuotaLimits;
  fetching: FetchReader;
  /** Id of the source that fetches from Reddit for this user, or `off`. */
  sourceIdOf: (userId: number) => Promise<string>;
  /** Recomputes the score of every kept post of the campaign from its stored components. */
  rerank: (campaignId: number) => Promise<void>;
}
export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** Throws `not_found`, also for another user's campaign. */
export async function getRow(db: Db, actor: Actor, id: string): Promise<CampaignRow> {
  const row = await findCampaign(db, ownerOf(actor), id);
  if (!row) throw new AppError('not_found', 'Campaign not found');
  return row;
}

const noState = { pausedRules: [], counts: { posts: 0, leads: 0, newLeads: 0 } };

async function present({ readDb, fetching }: CampaignDeps, rows: readonly CampaignRow[]): Promise<Campaign[]> {
  const states = await readStates(readDb, rows);
  const ids = rows.map(({ id }) => id);
  const running = new Set(await fetching.listRunning(readDb, ids));
  return rows.map((row) => campaignOf(row, { ...(states.get(row.id) ?? noState), running: running.has(row.id) }));
}

export async function getCampaign(deps: CampaignDeps, actor: Actor, id: string): Promise<Campaign> {
  const [campaign] = await present(deps, [await getRow(deps.readDb, actor, id)]);
  if (!campaign) throw new AppError('not_found', 'Campaign not found');
  return campaign;
}

/** Cursor of the next page, which starts below the last id of this one; null at the end. */
const cursorAfter = (sort: string, found: readonly { id: number | string }[], limit: number): string | null => {
  const last = found[limit - 1];
  return last && found.length > limit ? writeCursor({ sort, now: 0, key: 0, id: Number(last.id) }) : null;
};

export async function listOwn(deps: CampaignDeps, actor: Actor, { limit, cursor }: PageQuery): Promise<Page<Campaign>> {
  const owner = ownerOf(actor);
  const found = await listCampaigns(deps.readDb, owner, { beforeId: readCursor(cursor, 'campaigns')?.id ?? null, limit: limit + 1 });
  const items = await present(deps, found.slice(0, limit));
  return { items, nextCursor: cursorAfter('campaigns', found, limit), total: await countCampaigns(deps.readDb, owner) };
}

export async function listRunsOf({ readDb, fetching }: CampaignDeps, row: CampaignRow, { limit, cursor }: PageQuery): Promise<Page<Run>> {
  const found = await fetching.listRuns(readDb, row.id, { beforeId: readCursor(cursor, 'runs')?.id ?? null, limit: limit + 1 });
  const nextCursor = cursorAfter('runs', found, limit);
  const shown = { shown: found.length, hasMore: nextCursor !== null, isFirst: cursor === undefined };
  const total = await totalOf(shown, maxCounted, (max) => fetching.countRuns(readDb, row.id, max));
  return { items: found.slice(0, limit), nextCursor, total };
}
