import { isoTime } from '#core/platform/clock.ts';
import type { Competitor, CompetitorInput, Mention } from '#shared/competitors.ts';
import { isCommonWord } from '#core/text/background.ts';
import { type CompetitorChange, type CompetitorRow, type Figures, type MentionRow, topicsIn } from './queries.ts';

interface Named {
  name: string;
  aliases: readonly string[];
  keywords: readonly string[];
  website: string;
}

/** Whether a mention needs context to count: the name is a common word, and there are no keywords to narrow it down. */
export const needsContext = ({ name, keywords }: Pick<Named, 'name' | 'keywords'>): boolean => keywords.length === 0 && isCommonWord(name);

const quoted = (text: string): string => `"${text.replaceAll(/["“”„]/g, ' ').trim()}"`;
const anyOf = (texts: readonly string[]): string => `(${texts.map(quoted).join(' OR ')})`;

export function hostOfSite(website: string): string | null {
  if (!URL.canParse(website)) return null;
  return new URL(website).hostname.replace(/^www\./, '');
}

/** Written as campaign rules so that the same matcher finds them; each match is a mention. */
export function rulesOf({ name, aliases, keywords, website }: Named): { text: string }[] {
  const host = hostOfSite(website);
  const names = anyOf([name, ...aliases]);
  const rules = [keywords.length === 0 ? names : `${names} ${anyOf(keywords)}`];
  if (host?.includes('.')) rules.push(quoted(host), `site:${host}`);
  return rules.map((text) => ({ text }));
}

const strings = (json: string): string[] => JSON.parse(json) as string[];
export const keyOf = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/** Columns for the given fields; absent fields stay unchanged. */
export function columnsOf({ name, aliases, website, keywords, notes, own }: Partial<CompetitorInput>): CompetitorChange {
  return {
    ...(name === undefined ? {} : { name, name_key: keyOf(name) }),
    ...(aliases === undefined ? {} : { aliases: JSON.stringify(aliases) }),
    ...(website === undefined ? {} : { website }),
    ...(keywords === undefined ? {} : { keywords: JSON.stringify(keywords) }),
    ...(notes === undefined ? {} : { notes }),
    ...(own === undefined ? {} : { own: own ? 1 : 0 }),
  };
}

export const inputOf = (row: CompetitorRow): CompetitorInput => ({
  name: row.name,
  aliases: strings(row.aliases),
  website: row.website,
  keywords: strings(row.keywords),
  notes: row.notes,
  own: row.own === 1,
});

interface Around {
  figures: Figures | undefined;
  /** Recent mentions of all the user's competitors together. */
  lately: number;
  newestSeq: number;
}
export const presentCompetitor = (row: CompetitorRow, { figures, lately, newestSeq }: Around): Competitor => ({
  id: String(row.id),
  ...inputOf(row),
  needsContext: needsContext(inputOf(row)),
  createdAt: isoTime(row.created_at),
  mentions: figures?.mentions ?? 0,
  alternatives: figures?.alternatives ?? 0,
  complaints: figures?.complaints ?? 0,
  lastMentionAt: isoTime(figures?.last_at),
  share: lately === 0 ? null : (figures?.lately ?? 0) / lately,
  reading: row.read_seq < newestSeq,
  searchedAt: isoTime(row.searched_at),
  searchError: row.search_error,
});

export const quoteOf = ({ field, title, body, start, end }: MentionRow): string =>
  (field === 'title' ? title : body).slice(start, end).toWellFormed();

export const presentMention = (row: MentionRow): Mention => ({
  id: String(row.id),
  competitorId: String(row.competitor_id),
  competitor: row.name,
  own: row.own === 1,
  kind: row.kind,
  sentiment: row.sentiment,
  topics: topicsIn(row.topics),
  quote: quoteOf(row),
  itemKind: row.item_kind,
  title: row.title,
  subreddit: row.subreddit,
  author: row.author,
  permalink: row.permalink,
  createdAt: isoTime(row.created_at),
  postId: row.post_id === null ? null : String(row.post_id),
});
