import { waySchema } from '#shared/ai.ts';
import { chunked, type Db } from '#core/platform/db/connect.ts';
import type { AiCacheRow, AiWaysRow } from './tables.ts';

/** Returns the stored answers for these keys and marks them as used. */
export async function useAnswers(db: Db, keys: readonly string[], now: number): Promise<Pick<AiCacheRow, 'key' | 'answer'>[]> {
  const found: Pick<AiCacheRow, 'key' | 'answer'>[] = [];
  for (const chunk of chunked(keys, 1)) {
    const rows = await db('ai_cache').whereIn('key', chunk).select('key', 'answer').limit(chunk.length);
    found.push(...rows);
    const hits = rows.map(({ key }) => key);
    if (hits.length > 0) await db('ai_cache').whereIn('key', hits).update({ used_at: now });
  }
  return found;
}

export async function saveAnswers(db: Db, rows: readonly AiCacheRow[]): Promise<void> {
  // The same text has the same key, and PostgreSQL refuses to replace a row twice in one statement.
  const once = [...new Map(rows.map((row) => [row.key, row])).values()];
  for (const chunk of chunked(once, 4)) await db('ai_cache').insert(chunk).onConflict('key').merge();
}

/** Deletes the answers about these items (fullnames). */
export async function forgetAnswers(db: Db, subjects: readonly string[]): Promise<void> {
  for (const chunk of chunked(subjects, 1)) await db('ai_cache').whereIn('subject', chunk).del();
}

export const deleteUnused = (db: Db, before: number): Promise<number> => db('ai_cache').where('used_at', '<', before).del();

/** How a model is asked; null if that wasn't found since `since`. */
export async function findWay(db: Db, key: string, since: number): Promise<Pick<AiWaysRow, 'way' | 'room' | 'found_at'> | null> {
  const row = await db('ai_ways').where({ key }).where('found_at', '>=', since).first('way', 'room', 'found_at');
  return row && waySchema.safeParse(row.way).success ? row : null;
}

export async function saveWay(db: Db, row: AiWaysRow): Promise<void> {
  await db('ai_ways').insert(row).onConflict('key').merge();
}

export async function forgetWay(db: Db, key: string): Promise<void> {
  await db('ai_ways').where({ key }).del();
}
