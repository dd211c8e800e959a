import type { ImportMapping } from '#shared/import-columns.ts';
import type { Db } from '#core/platform/db/connect.ts';

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
