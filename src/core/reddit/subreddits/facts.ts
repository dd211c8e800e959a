import { isoTime } from '#core/platform/clock.ts';
import type { Subreddit, SubredditRule } from '#shared/subreddits.ts';
import { cleanText } from '#core/text/clean.ts';
import { fieldsOf, type Fields, timeOf, wholeOrNull } from '../client/wire.ts';

export type About = NonNullable<Subreddit['about']>;
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
