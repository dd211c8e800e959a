import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { ConnectionsRow } from '../tables.ts';

export const listConnectionRows = (db: Db): Promise<ConnectionsRow[]> => db('connections').select('key', 'value', 'sealed', 'saved_at');

export async function upsertConnection(trx: Trx, row: ConnectionsRow): Promise<void> {
  await trx('connections').insert(row).onConflict('key').merge(['value', 'sealed', 'saved_at']);
}

export async function deleteConnections(trx: Trx, keys: readonly string[]): Promise<void> {
  await trx('connections').whereIn('key', keys).delete();
}
