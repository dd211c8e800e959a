import type { Competitor, CompetitorInput, Mention } from '#shared/competitors.ts';
import { needsContext } from './names.ts';
import { type CompetitorChange, type CompetitorRow, type Figures, type MentionRow, topicsIn } from './queries.ts';

const strings = (json: string): string[] => JSON.parse(json) as string[];
const time = (ms: number | null | undefined): string | null => (ms == null ? null : new Date(ms).toISOString());
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
  createdAt: new Date(row.created_at).toISOString(),
  mentions: figures?.mentions ?? 0,
  alternatives: figures?.alternatives ?? 0,
  complaints: figures?.complaints ?? 0,
  lastMentionAt: time(figures?.last_at),
  share: lately === 0 ? null : (figures?.lately ?? 0) / lately,
  reading: row.read_seq < newestSeq,
  searchedAt: time(row.searched_at),
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
  createdAt: new Date(row.created_at).toISOString(),
  postId: row.post_id === null ? null : String(row.post_id),
});
