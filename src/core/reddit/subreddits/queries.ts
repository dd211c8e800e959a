import type { SubredditRule } from '#shared/subreddits.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { FailureKind } from '../stream.ts';
import type { SubredditsRow } from '../tables.ts';
import type { About, Requirements } from './facts.ts';

/** Stored facts of a subreddit. Times are UTC ms. */
export interface Known {
  name: string;
  about: About | null;
  rules: SubredditRule[] | null;
  requirements: Requirements | null;
  readAt: number | null;
  triedAt: number;
  /** Set if the subreddit itself can't be read. */
  failure: FailureKind | null;
  error: string | null;
}

/** Trusted: only `saveKnown` writes it. */
const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
const written = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const knownOf = (row: SubredditsRow): Known => ({
  name: row.name,
  about: parsed(row.about) as Known['about'],
  rules: parsed(row.rules) as Known['rules'],
  requirements: parsed(row.requirements) as Known['requirements'],
  readAt: row.read_at,
  triedAt: row.tried_at,
  failure: row.failure,
  error: row.error,
});

/** Stored facts by lowercase name. */
export async function listKnown(db: Db, names: readonly string[]): Promise<Map<string, Known>> {
  const keys = names.map((name) => name.toLowerCase());
  const rows = await db('subreddits').whereIn('name_key', keys).select('*').limit(names.length);
  return new Map(rows.map((row) => [row.name_key, knownOf(row)]));
}

export async function saveKnown(db: Db, known: Known): Promise<void> {
  const row: SubredditsRow = {
    name_key: known.name.toLowerCase(),
    name: known.name,
    about: written(known.about),
    rules: written(known.rules),
    requirements: written(known.requirements),
    read_at: known.readAt,
    tried_at: known.triedAt,
    failure: known.failure,
    error: known.error,
  };
  await db('subreddits').insert(row).onConflict('name_key').merge();
}
