import type { SubredditRule, Subreddit } from '#shared/subreddits.ts';
import { isoTime } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { cleanText } from '#core/text/clean.ts';
import { fieldsOf, type Fields, timeOf, wholeOrNull } from '../client/wire.ts';
import type { FailureKind } from '../stream.ts';
import type { SubredditsRow } from '../tables.ts';

type About = NonNullable<Subreddit['about']>;
export type Requirements = NonNullable<Subreddit['requirements']>;

const maxRules = 50;
const maxDomains = 200;

const closedTypes = new Set(['private', 'employees_only', 'gold_only']);

/** Reads a subreddit from `/r/x/about` or `/api/info?sr_name=`; null for anything else. */
export function readCommunity(thing: unknown): { name: string; isClosed: boolean; about: About } | null {
  const data = fieldsOf(fieldsOf(thing)?.data);
  const name = cleanText(data?.display_name, 50);
  if (!data || name === '') return null;
  const type = typeof data.subreddit_type === 'string' ? data.subreddit_type : 'public';
  return { name, isClosed: closedTypes.has(type), about: aboutOf(data, type) };
}

function aboutOf(data: Fields, type: string): About {
  const bornAt = timeOf(data.created_utc);
  return {
    description: cleanText(data.public_description, 1000),
    subscribers: wholeOrNull(data.subscribers),
    over18: data.over18 === true,
    restrictsComments: data.restrict_commenting === true,
    restrictsPosts: data.restrict_posting === true || type === 'restricted',
    createdAt: isoTime(bornAt),
  };
}

const kinds: Record<string, SubredditRule['kind']> = { link: 'link', comment: 'comment' };

/** Reads `/r/x/about/rules`; null for anything else. */
export function readRules(json: unknown): SubredditRule[] | null {
  const rules = fieldsOf(json)?.rules;
  if (!Array.isArray(rules)) return null;
  return rules.slice(0, maxRules).flatMap((entry: unknown) => {
    const rule = fieldsOf(entry);
    const name = cleanText(rule?.short_name, 200) || cleanText(rule?.violation_reason, 200);
    if (!rule || name === '') return [];
    return [{ name, text: cleanText(rule.description, 4000), kind: kinds[String(rule.kind)] ?? 'all' }];
  });
}

/** Reads `/api/v1/x/post_requirements`; null for anything else. */
export function readRequirements(json: unknown): Requirements | null {
  const data = fieldsOf(json);
  if (!data || !('is_flair_required' in data)) return null;
  const domains: unknown[] = Array.isArray(data.domain_blacklist) ? data.domain_blacklist : [];
  return {
    guidelines: cleanText(data.guidelines_text, 2000),
    flairRequired: data.is_flair_required === true,
    titleMin: wholeOrNull(data.title_text_min_length),
    titleMax: wholeOrNull(data.title_text_max_length),
    bannedDomains: domains.slice(0, maxDomains).flatMap((domain) => cleanText(domain, 200).toLowerCase() || []),
  };
}

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
