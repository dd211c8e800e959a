import type { Campaign, CampaignInput, CampaignUpdate, Coverage, Run } from '#shared/campaigns.ts';
import type { Page } from '#shared/common.ts';
import { defaultWeights, type Weights } from '#shared/scoring.ts';
import { type Actor, ownerOf } from '../actor.ts';
import type { Bus } from '../bus.ts';
import type { Now } from '../clock.ts';
import { type Db, transact, type Trx } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import { readCursor, writeCursor } from '../posts/cursor.ts';
import { readCoverage } from './coverage.ts';
import { countCampaigns, deleteCampaign, findCampaign, insertCampaign, listCampaigns, readStates, updateCampaign } from './queries.ts';
import { campaignOf, type CampaignRow, columnsOf, fieldsOf } from './rows.ts';
import { requireSoundRules } from './rules.ts';
import { listRuns, runOf } from './run-queries.ts';

export interface CampaignDeps {
  db: Db;
  bus: Bus;
  now: Now;
  /** Id of the road to Reddit in use, or `off`. */
  sourceId: string;
  /** Gives every kept post of the campaign its numbers and its place again, from stored components. */
  rerank: (trx: Trx, campaignId: number) => Promise<void>;
}

interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

const missing = () => new AppError('not_found', 'There is no such campaign');
/** Changing one of these changes who is sought, so everything heard is judged again. */
const seeking = new Set<keyof CampaignRow>([
  ...(['description', 'offering', 'ideal_customer', 'pain_points', 'rules', 'excludes', 'subreddits'] as const),
  ...(['search_everywhere', 'include_comments', 'languages', 'post_floor'] as const),
]);
const ranking = new Set<keyof CampaignRow>(['weights', 'lead_threshold']);

/** Refuses weights that cannot rank anything. */
function requireWeights(weights: Weights | undefined): void {
  if (weights && Object.values(weights).every((weight) => weight === 0)) {
    throw new AppError('invalid', 'At least one weight must be above zero', { details: [{ path: 'weights', message: 'All are zero' }] });
  }
}

const changedColumns = (row: CampaignRow, columns: Partial<CampaignRow>) =>
  (Object.keys(columns) as (keyof CampaignRow)[]).filter((column) => columns[column] !== row[column]);

/** Campaigns of a user: who is sought, where, and how hearing goes. */
export function createCampaigns({ db, bus, now, sourceId, rerank }: CampaignDeps) {
  async function getRow(actor: Actor, id: string, from: Db = db): Promise<CampaignRow> {
    const row = await findCampaign(from, ownerOf(actor), id);
    if (!row) throw missing();
    return row;
  }

  async function present(rows: readonly CampaignRow[]): Promise<Campaign[]> {
    const states = await readStates(db, rows);
    return rows.map((row) => campaignOf(row, states.get(row.id) ?? { running: false, counts: { posts: 0, leads: 0, newLeads: 0 } }));
  }

  async function getCampaign(actor: Actor, id: string): Promise<Campaign> {
    const [campaign] = await present([await getRow(actor, id)]);
    if (!campaign) throw missing();
    return campaign;
  }

  function tell(userId: number, id: number): void {
    bus.emit('campaign:changed', { userId: String(userId), campaignId: String(id) });
    bus.stale(String(userId), ['/campaigns', '/dashboard', '/posts', '/leads']);
  }

  async function insert(userId: number, input: CampaignInput, sample: boolean): Promise<Campaign> {
    requireSoundRules(input.rules);
    requireWeights(input.weights);
    const id = await transact(db, (trx) => insertCampaign(trx, { userId, input, sample, now: now() }));
    tell(userId, id);
    return getCampaign({ kind: 'system' }, String(id));
  }

  const ownerId = (actor: Actor): number => {
    if (actor.kind === 'system') throw new AppError('invalid', 'Say whose campaign it is');
    return Number(actor.userId);
  };

  async function apply(actor: Actor, id: string, update: CampaignUpdate): Promise<Campaign> {
    requireSoundRules(update.rules ?? []);
    requireWeights(update.weights);
    const row = await transact(db, async (trx) => {
      const before = await getRow(actor, id, trx);
      const columns = columnsOf(update);
      const changed = changedColumns(before, columns);
      const soughtAnew = changed.some((column) => seeking.has(column));
      const awakened = changed.includes('status') && update.status === 'active' && before.sample === 0;
      await updateCampaign(trx, before, {
        ...columns,
        updated_at: now(),
        ...(soughtAnew ? { profile_version: before.profile_version + 1, judged_seq: 0 } : {}),
        ...(awakened || (soughtAnew && before.sample === 0) ? { next_run_at: now() } : {}),
      });
      if (changed.some((column) => ranking.has(column))) await rerank(trx, before.id);
      return before;
    });
    tell(row.user_id, row.id);
    return getCampaign(actor, id);
  }

  return {
    async list(actor: Actor, query: PageQuery): Promise<Page<Campaign>> {
      const owner = ownerOf(actor);
      const cursor = readCursor(query.cursor, 'campaigns');
      const found = await listCampaigns(db, owner, { beforeId: cursor?.id ?? null, limit: query.limit + 1 });
      const rows = found.slice(0, query.limit);
      const last = rows.at(-1);
      const nextCursor = last && found.length > query.limit ? writeCursor({ sort: 'campaigns', now: 0, key: 0, id: last.id }) : null;
      return { items: await present(rows), nextCursor, total: await countCampaigns(db, owner) };
    },

    get: getCampaign,

    create: (actor: Actor, input: CampaignInput): Promise<Campaign> => insert(ownerId(actor), input, false),
    /** For commands, which act for a user. */
    createFor: (userId: string, input: CampaignInput, { sample = false } = {}): Promise<Campaign> => insert(Number(userId), input, sample),

    update: apply,

    async remove(actor: Actor, id: string): Promise<null> {
      const row = await transact(db, async (trx) => {
        const own = await getRow(actor, id, trx);
        await deleteCampaign(trx, own);
        return own;
      });
      tell(row.user_id, row.id);
      return null;
    },

    async duplicate(actor: Actor, id: string): Promise<Campaign> {
      const row = await getRow(actor, id);
      const fields = fieldsOf(row);
      return insert(row.user_id, { ...fields, name: `${fields.name.slice(0, 113)} (copy)`, status: 'paused' }, false);
    },

    pause: (actor: Actor, id: string): Promise<Campaign> => apply(actor, id, { status: 'paused' }),
    resume: (actor: Actor, id: string): Promise<Campaign> => apply(actor, id, { status: 'active' }),
    /** Moves the weights and re-ranks what is stored; nothing is scored again. */
    setWeights: (actor: Actor, id: string, weights: Weights = defaultWeights): Promise<Campaign> => apply(actor, id, { weights }),

    async runs(actor: Actor, id: string, query: PageQuery): Promise<Page<Run>> {
      const row = await getRow(actor, id);
      const cursor = readCursor(query.cursor, 'runs');
      const found = await listRuns(db, row.id, { beforeId: cursor?.id ?? null, limit: query.limit + 1 });
      const page = found.slice(0, query.limit);
      const last = page.at(-1);
      const nextCursor = last && found.length > query.limit ? writeCursor({ sort: 'runs', now: 0, key: 0, id: last.id }) : null;
      return { items: page.map(runOf), nextCursor, total: null };
    },

    async coverage(actor: Actor, id: string): Promise<Coverage> {
      return readCoverage(db, await getRow(actor, id), { sourceId, now: now() });
    },
  };
}
export type Campaigns = ReturnType<typeof createCampaigns>;
