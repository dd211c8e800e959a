import type { HealthKey, HealthLevel } from '#shared/health.ts';
import { leastOwnItems } from '#shared/own-reports.ts';
import type { OwnItem } from '../activity/rows.ts';
import type { OwnActivity } from '../activity/service.ts';
import type { Outside } from './outside.ts';

/** Input of the checks. Times are UTC ms. */
export interface Facts {
  now: number;
  own: OwnActivity & { account: NonNullable<OwnActivity['account']> };
  outside: Outside;
  /** Names of the user's own products. */
  brands: readonly string[];
  /** Karma of earlier reports, newest first. */
  karma: readonly { at: number; value: number }[];
  /** Replies that Earshot posted in the last 90 days. */
  sent: number;
}

/** A finding as stored: evidence by fullname, so that no text outlives its item. */
export interface Finding {
  key: HealthKey;
  level: HealthLevel;
  message: string;
  advice: string | null;
  figure: string;
  n: number;
  value: number | null;
  evidence: string[];
}

const maxEvidence = 5;

export const finding = (key: HealthKey, facts: Omit<Finding, 'key' | 'advice' | 'value' | 'evidence'> & Partial<Finding>): Finding => ({
  advice: null,
  value: null,
  ...facts,
  evidence: (facts.evidence ?? []).slice(0, maxEvidence),
  key,
});
/** A finding without a result; counts neither as good nor as bad. */
export const unknown = (key: HealthKey, message: string, n = 0): Finding =>
  finding(key, { level: 'unknown', message, figure: 'unknown', n });

/** Why there are too few items for a finding, or null. */
export function tooFew({ own }: Facts, items: readonly OwnItem[], where: string): string | null {
  if (own.state === 'hidden') return 'Your Reddit history is hidden, so this is unknown.';
  if (items.length >= leastOwnItems) return null;
  return `${items.length === 1 ? '1 post or comment' : `${items.length} posts and comments`} ${where}: too few to tell. At least ${leastOwnItems} are needed.`;
}
export const percent = (share: number): string => {
  const figure = share * 100;
  return `${figure > 0 && figure < 10 && figure % 1 !== 0 ? figure.toFixed(1) : Math.round(figure)}%`;
};
