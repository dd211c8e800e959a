import type { Vibe, VibeFindings, VibeHistory } from '#shared/vibe.ts';
import type { OwnItem } from '../activity/rows.ts';
import type { ReportRow } from '../own-reports/queries.ts';
import { quotesOf } from '../own-reports/quotes.ts';
import type { KeptFindings } from './analyze.ts';

/** The part of a report that is stored as JSON. */
export type Kept = Omit<Vibe, 'id' | 'createdAt' | 'username' | 'sampleSize' | 'findings'> & { findings: KeptFindings | null };

const keptOf = (row: ReportRow): Kept => JSON.parse(row.report) as Kept;
const headOf = (row: ReportRow) => ({ id: String(row.id), createdAt: new Date(row.created_at).toISOString(), sampleSize: row.sample_size });

/** Fullnames of the items that a report quotes. */
export const quotedIn = (row: ReportRow): string[] => keptOf(row).findings?.topics.flatMap(({ fullnames }) => fullnames) ?? [];

function withQuotes({ topics, ...findings }: KeptFindings, items: ReadonlyMap<string, OwnItem>): VibeFindings {
  const shown = topics.map(({ word, words, share, fullnames }) => ({ word, share, quotes: quotesOf(fullnames, { items, words }) }));
  // All items with a topic that has no quotes left were deleted by their author.
  return { ...findings, topics: shown.filter(({ quotes }) => quotes.length > 0) };
}

/** A report with the current text of its quotes. */
export function reportOf(row: ReportRow, items: ReadonlyMap<string, OwnItem>): Vibe {
  const { findings, ...kept } = keptOf(row);
  return { ...kept, ...headOf(row), username: row.username, findings: findings && withQuotes(findings, items) };
}

/** A report's entry in the history. */
export function summaryOf(row: ReportRow): VibeHistory['items'][number] {
  const { findings } = keptOf(row);
  return {
    ...headOf(row),
    scores: findings?.scores ?? null,
    questions: findings?.questions ?? null,
    promotion: findings?.promotion?.share ?? null,
  };
}
