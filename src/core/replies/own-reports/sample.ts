import type { Quote, Share, Spread } from '#shared/health.ts';
import { isoTime } from '#core/platform/clock.ts';
import type { Actor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { OwnItem } from '../activity/rows.ts';
import type { OwnActivity } from '../activity/service.ts';

/** The name, as Reddit spells it, of one of the person's accounts, or of the usual one; null without any. Throws `not_found`. */
export type NameOf = (actor: Actor, account: string | undefined) => Promise<string | null>;

const longest = 220;

/** A one-line excerpt around the first occurrence of one of `words`, or the start of the text. */
function excerptOf(text: string, words: readonly string[] = []): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const lower = line.toLowerCase();
  const found = words.map((word) => lower.indexOf(word)).filter((index) => index >= 0);
  const from = Math.max(0, Math.min(...found, line.length) - 80);
  const start = found.length === 0 || from === 0 ? 0 : line.indexOf(' ', from) + 1;
  const cut = line.slice(start, start + longest).toWellFormed();
  return `${start > 0 ? '…' : ''}${cut.trim()}${start + longest < line.length ? '…' : ''}`;
}

export const textOf = ({ kind, title, body }: OwnItem): string => (kind === 'post' ? `${title}\n${body}` : body);

/** Quotes of the items that still exist. */
export function quotesOf(
  fullnames: readonly string[],
  { items, words }: { items: ReadonlyMap<string, OwnItem>; words?: readonly string[] },
): Quote[] {
  return fullnames.flatMap((fullname) => {
    const item = items.get(fullname);
    if (!item) return [];
    const { kind, subreddit, permalink, createdAt } = item;
    return [{ fullname, kind, subreddit, permalink, createdAt: isoTime(createdAt), text: excerptOf(textOf(item), words) }];
  });
}

/** Checks that a report can be made. Throws `conflict` without an account, `unavailable` if Reddit couldn't be read. */
export function reportable(own: OwnActivity): OwnActivity & { account: NonNullable<OwnActivity['account']> } {
  const { state, account, error } = own;
  if (state === 'not-connected') throw new AppError('conflict', 'Connect your Reddit account first');
  if (state === 'reconnect') throw new AppError('conflict', 'Reddit no longer accepts the connection. Connect your Reddit account again.');
  if (state === 'failed' || !account)
    throw new AppError('unavailable', `Couldn't read your Reddit account. ${error ?? ''}`.trim(), { retryAfter: 60 });
  return { ...own, account };
}

const z95 = 1.96;
const resamples = 300;
const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Wilson's interval, which also holds for few items and for shares near 0 or 1. */
export function shareOf(k: number, n: number): Share {
  if (n === 0) return { k, n, low: 0, high: 1 };
  const p = k / n;
  const base = 1 + z95 ** 2 / n;
  const middle = (p + z95 ** 2 / (2 * n)) / base;
  const half = (z95 / base) * Math.sqrt((p * (1 - p)) / n + z95 ** 2 / (4 * n ** 2));
  return { k, n, low: round(Math.max(0, middle - half)), high: round(Math.min(1, middle + half)) };
}

/** A seeded random generator (mulberry32), 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const at = (sorted: readonly number[], q: number): number => {
  const position = (sorted.length - 1) * q;
  const below = sorted[Math.floor(position)] ?? 0;
  return below + ((sorted[Math.ceil(position)] ?? below) - below) * (position % 1);
};
const inOrder = (values: Iterable<number>): number[] => [...values].toSorted((a, b) => a - b);

/** Quartiles and an interval for the median. Null without values. */
export function spreadOf(values: readonly number[], random: () => number): Spread | null {
  const n = values.length;
  if (n === 0) return null;
  const sorted = inOrder(values);
  const medians = inOrder(
    Array.from({ length: resamples }, () => at(inOrder(sorted.map(() => sorted[Math.floor(random() * n)] ?? 0)), 0.5)),
  );
  return { n, median: at(sorted, 0.5), q1: at(sorted, 0.25), q3: at(sorted, 0.75), low: at(medians, 0.025), high: at(medians, 0.975) };
}
