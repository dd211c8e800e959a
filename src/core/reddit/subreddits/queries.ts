import type { SubredditRule } from '#shared/subreddits.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { FailureKind } from '../stream.ts';
import type { About, Requirements } from './facts.ts';

interface Row {
  name_key: string;
  name: string;
  about: string | null;
  rules: string | null;
  requirements: string | null;
  read_at: number | null;
  tried_at: number;
  failure: FailureKind | null;
  error: string | null;
}

/** What is kept of a community. Times are UTC milliseconds. */
export interface Known {
  name: string;
  about: About | null;
  rules: SubredditRule[] | null;
  requirements: Requirements | null;
  readAt: number | null;
  triedAt: number;
  /** Set where the place itself cannot be read. */
  failure: FailureKind | null;
  error: string | null;
}

/** Written by us alone, so its shape is known. */
const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
const written = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const knownOf = (row: Row): Known => ({
  name: row.name,
  about: parsed(row.about) as Known['about'],
  rules: parsed(row.rules) as Known['rules'],
  requirements: parsed(row.requirements) as Known['requirements'],
  readAt: row.read_at,
  triedAt: row.tried_at,
  failure: row.failure,
  error: row.error,
});

/** By name in lower case. */
export async function listKnown(db: Db, names: readonly string[]): Promise<Map<string, Known>> {
  const keys = names.map((name) => name.toLowerCase());
  const rows = await db<Row>('subreddits').whereIn('name_key', keys).select('*').limit(names.length);
  return new Map(rows.map((row) => [row.name_key, knownOf(row)]));
}

export async function saveKnown(db: Db, known: Known): Promise<void> {
  const row: Row = {
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
  await db<Row>('subreddits').insert(row).onConflict('name_key').merge();
}
