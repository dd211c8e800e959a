import type { Health, HealthHistory } from '#shared/health.ts';
import type { OwnItem } from '../activity/rows.ts';
import type { ReportRow } from '../own-reports/queries.ts';
import { quotesOf } from '../own-reports/quotes.ts';
import type { Finding } from './finding.ts';
import { countsOf, levelOf, overallText } from './summary.ts';

/** The part of a report that is stored as JSON. */
export interface Kept {
  /** Error message of the last read from Reddit, if it failed. */
  error: string | null;
  findings: Finding[];
}

export const keptOf = (row: ReportRow): Kept => JSON.parse(row.report) as Kept;
export const evidenceOf = (row: ReportRow): string[] => keptOf(row).findings.flatMap(({ evidence }) => evidence);

function headOf(row: ReportRow) {
  const counts = countsOf(keptOf(row).findings);
  const createdAt = new Date(row.created_at).toISOString();
  return { id: String(row.id), createdAt, sampleSize: row.sample_size, level: levelOf(counts), counts };
}

/** A report with the current text of its evidence. */
export function reportOf(row: ReportRow, items: ReadonlyMap<string, OwnItem>): Health {
  const { findings, error } = keptOf(row);
  const head = headOf(row);
  const checks = findings.map(({ evidence, ...check }) => Object.assign(check, { evidence: quotesOf(evidence, { items }) }));
  return { ...head, username: row.username, message: overallText(head.counts), error, checks };
}

/** A report's entry in the history. */
export function summaryOf(row: ReportRow): HealthHistory['items'][number] {
  const values = keptOf(row).findings.flatMap(({ key, n, value }) => (value === null ? [] : [{ key, n, value }]));
  return { ...headOf(row), values };
}
