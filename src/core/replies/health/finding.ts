import type { HealthKey, HealthLevel } from '#shared/health.ts';
import { leastOwnItems } from '#shared/own-reports.ts';
import type { OwnItem } from '../activity/rows.ts';
import type { OwnActivity } from '../activity/service.ts';
import type { Outside } from './outside.ts';

/** All that the checks are made of. Times are UTC milliseconds. */
export interface Facts {
  now: number;
  own: OwnActivity & { account: NonNullable<OwnActivity['account']> };
  outside: Outside;
  /** How the user's own offers are named. */
  brands: readonly string[];
  /** Karma of earlier reports, newest first. */
  karma: readonly { at: number; value: number }[];
  /** Own answers that this app saw arrive in the last 90 days. */
  sent: number;
}

/** A check as it is kept: evidence by name, so that no text outlives its item. */
export interface Finding {
  key: HealthKey;
  level: HealthLevel;
  words: string;
  advice: string | null;
  figure: string;
  n: number;
  value: number | null;
  evidence: string[];
}

const maxEvidence = 5;

export const finding = (key: HealthKey, told: Omit<Finding, 'key' | 'advice' | 'value' | 'evidence'> & Partial<Finding>): Finding => ({
  advice: null,
  value: null,
  ...told,
  evidence: (told.evidence ?? []).slice(0, maxEvidence),
  key,
});
/** Unknown earns nothing, good or bad. */
export const unknown = (key: HealthKey, words: string, n = 0): Finding => finding(key, { level: 'unknown', words, figure: 'unknown', n });

/** Why no claim can be made of so few items, or null. */
export function tooFew({ own }: Facts, items: readonly OwnItem[], where: string): string | null {
  if (own.state === 'hidden') return 'Reddit lists nothing you wrote although there was something, so this cannot be told.';
  if (items.length >= leastOwnItems) return null;
  return `${items.length === 1 ? '1 post or comment' : `${items.length} posts and comments`} ${where}: too few to claim anything, it takes ${leastOwnItems}.`;
}
export const percent = (share: number): string => {
  const figure = share * 100;
  return `${figure > 0 && figure < 10 && figure % 1 !== 0 ? figure.toFixed(1) : Math.round(figure)} %`;
};
