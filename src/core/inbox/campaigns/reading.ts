import type { Campaign, Run } from '#shared/campaigns.ts';
import type { Page } from '#shared/common.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { readCursor, writeCursor } from '#core/platform/paging/cursor.ts';
import { countCampaigns, findCampaign, listCampaigns, readStates } from './queries.ts';
import { campaignOf, type CampaignRow } from './rows.ts';
import type { QuotaLimits } from './quota.ts';
import { listRuns, runOf } from './run-queries.ts';

export interface CampaignDeps {
  db: Db;
  bus: Bus;
  now: Now;
  limits: QuotaLimits;
  /** Id of the source to Reddit that serves this user, or `off`. */
  sourceIdOf: (userId: number) => Promise<string>;
  /** Gives every kept post of the campaign its numbers and its place again, from stored components. */
  rerank: (trx: Trx, campaignId: number) => Promise<void>;
}
export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** Throws `not_found`, also for what belongs to others. */
export async function getRow(db: Db, actor: Actor, id: string): Promise<CampaignRow> {
  const row = await findCampaign(db, ownerOf(actor), id);
  if (!row) throw new AppError('not_found', 'Campaign not found');
  return row;
}

async function present({ db }: CampaignDeps, rows: readonly CampaignRow[]): Promise<Campaign[]> {
  const states = await readStates(db, rows);
  return rows.map((row) =>
    campaignOf(row, states.get(row.id) ?? { running: false, pausedRules: [], counts: { posts: 0, leads: 0, newLeads: 0 } }),
  );
}

export async function getCampaign(deps: CampaignDeps, actor: Actor, id: string): Promise<Campaign> {
  const [campaign] = await present(deps, [await getRow(deps.db, actor, id)]);
  if (!campaign) throw new AppError('not_found', 'Campaign not found');
  return campaign;
}

/** Where the next page goes on, below the last id of this one. */
const cursorAfter = (sort: string, found: readonly { id: number }[], limit: number): string | null => {
  const last = found[limit - 1];
  return last && found.length > limit ? writeCursor({ sort, now: 0, key: 0, id: last.id }) : null;
};

export async function listOwn(deps: CampaignDeps, actor: Actor, { limit, cursor }: PageQuery): Promise<Page<Campaign>> {
  const owner = ownerOf(actor);
  const found = await listCampaigns(deps.db, owner, { beforeId: readCursor(cursor, 'campaigns')?.id ?? null, limit: limit + 1 });
  const items = await present(deps, found.slice(0, limit));
  return { items, nextCursor: cursorAfter('campaigns', found, limit), total: await countCampaigns(deps.db, owner) };
}

export async function listRunsOf({ db }: CampaignDeps, row: CampaignRow, { limit, cursor }: PageQuery): Promise<Page<Run>> {
  const found = await listRuns(db, row.id, { beforeId: readCursor(cursor, 'runs')?.id ?? null, limit: limit + 1 });
  return { items: found.slice(0, limit).map(runOf), nextCursor: cursorAfter('runs', found, limit), total: null };
}
