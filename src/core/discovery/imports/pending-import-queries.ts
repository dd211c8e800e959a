import type { ImportMapping } from '#shared/imports.ts';
import type { Move } from '#core/inbox/campaigns/move-queries.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { type Abandoned, isAbandoned } from '../fetch/run-queries.ts';

/** What a user pasted: text, or a link to Reddit. */
export interface Pasted {
  text?: string | undefined;
  url?: string | undefined;
}

/** An import that was accepted and isn't finished. */
export interface PendingImport {
  id: number;
  scope: string;
  runIds: readonly number[];
  /** Name in the folder of accepted uploads; null for pasted content. */
  file: string | null;
  pasted: Pasted | null;
  mapping: ImportMapping | null;
  /** Number of leading items that are already stored. */
  itemsDone: number;
  itemsNew: number;
  /** Server starts since the last progress. */
  starts: number;
  server: number | null;
}

const maxPending = 100_000;

export interface NewImport extends Pick<PendingImport, 'scope' | 'runIds' | 'file' | 'pasted' | 'mapping' | 'server'> {
  userId: number;
  now: number;
}

export async function insertImport(trx: Trx, { userId, scope, runIds, file, pasted, mapping, server, now }: NewImport): Promise<number> {
  const [made] = await trx('pending_imports')
    .insert({
      user_id: userId,
      scope,
      run_ids: JSON.stringify(runIds),
      file,
      pasted: pasted && JSON.stringify(pasted),
      mapping: mapping && JSON.stringify(mapping),
      created_at: now,
      server,
    })
    .returning('id');
  return made?.id ?? 0;
}

/** Runs and what they read. Throws `conflict` while the campaign is being read. */
export async function moveRuns(trx: Trx, { campaignId, to }: Move): Promise<void> {
  const [running, importing] = [
    await trx('runs').where({ campaign_id: campaignId, state: 'running' }).first('id'),
    await trx('pending_imports')
      .where({ scope: `campaign:${campaignId}` })
      .first('id'),
  ];
  if (running || importing) throw new AppError('conflict', 'This campaign is being read. Try again when that has ended.');
  for (const table of ['runs', 'fetch_hours'] as const) await trx(table).where({ campaign_id: campaignId }).update({ user_id: to });
}

/** Oldest first. Imports of disabled owners wait. */
export async function listImports(db: Db, abandoned: Abandoned): Promise<PendingImport[]> {
  const rows = await db('pending_imports')
    .whereNotIn('user_id', db('users').where({ disabled: 1 }).select('id'))
    .where(isAbandoned(abandoned))
    .select('id', 'scope', 'run_ids', 'file', 'pasted', 'mapping', 'items_done', 'items_new', 'starts', 'server')
    .orderBy('id')
    .limit(maxPending);
  return rows.map((row) => ({
    id: row.id,
    scope: row.scope,
    runIds: JSON.parse(row.run_ids) as number[],
    file: row.file,
    pasted: row.pasted === null ? null : (JSON.parse(row.pasted) as Pasted),
    mapping: row.mapping === null ? null : (JSON.parse(row.mapping) as ImportMapping),
    itemsDone: row.items_done,
    itemsNew: row.items_new,
    starts: row.starts,
    server: row.server,
  }));
}

/** Runs of every pending import, including those of disabled owners. */
export async function listImportRuns(db: Db | Trx): Promise<number[]> {
  const all = await db('pending_imports').limit(maxPending).pluck<string[]>('run_ids');
  return all.flatMap((ids) => JSON.parse(ids) as number[]);
}

export const listImportFiles = (db: Db): Promise<string[]> =>
  db('pending_imports').whereNotNull('file').limit(maxPending).pluck<string[]>('file');

interface Progress {
  items: number;
  fresh: number;
  /** Who reads it. */
  server: number | null;
}

/** False when the import was deleted meanwhile, for example with its account, or another server reads it now. */
export async function advanceImport(trx: Trx, id: number, by: Progress): Promise<boolean> {
  const updated = await trx('pending_imports')
    .where({ id, server: by.server })
    .update({ items_done: trx.raw('items_done + ?', [by.items]), items_new: trx.raw('items_new + ?', [by.fresh]), starts: 0 });
  return updated === 1;
}

export const countStart = (db: Db, id: number) => db('pending_imports').where({ id }).increment('starts', 1);
export const resetStarts = (db: Db, id: number) => db('pending_imports').where({ id }).update({ starts: 0 });
/** False if another server took it over first. */
export const handOverImport = async (trx: Trx, { id, server }: Pick<PendingImport, 'id' | 'server'>, to: number | null): Promise<boolean> =>
  (await trx('pending_imports').where({ id, server }).update({ server: to })) === 1;

export const deleteImport = (db: Db, id: number) => db('pending_imports').where({ id }).delete();

export async function countImports(trx: Trx, userId: number): Promise<number> {
  const row = await trx('pending_imports').where({ user_id: userId }).count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

/** Number of items that the user imported, for all campaigns or for one. */
export async function countImportedItems(trx: Trx, userId: number): Promise<number> {
  const campaigns = await trx('campaigns').where({ user_id: userId }).limit(10_000).pluck<number[]>('id');
  const scopes = [`user:${userId}`, ...campaigns.map((id) => `campaign:${id}`)];
  const row = await trx('items').whereIn('scope', scopes).count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

/** Maximum number of mappings per user; the oldest are deleted. */
const maxMappings = 100;

export async function findMapping(db: Db, userId: number, columnsKey: string): Promise<ImportMapping | null> {
  const row = await db('import_mappings').where({ user_id: userId, columns_key: columnsKey }).first('mapping');
  return row ? (JSON.parse(row.mapping) as ImportMapping) : null;
}

export async function saveMapping(
  db: Db,
  { userId, columnsKey, mapping, now }: { userId: number; columnsKey: string; mapping: ImportMapping; now: number },
): Promise<void> {
  const row = { user_id: userId, columns_key: columnsKey, mapping: JSON.stringify(mapping), used_at: now };
  await db('import_mappings').insert(row).onConflict(['user_id', 'columns_key']).merge(['mapping', 'used_at']);
  const kept = db('import_mappings').where({ user_id: userId }).orderBy('used_at', 'desc').limit(maxMappings).select('columns_key');
  await db('import_mappings').where({ user_id: userId }).whereNotIn('columns_key', kept).delete();
}
