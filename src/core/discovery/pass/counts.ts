import type { Trx } from '#core/platform/db/connect.ts';
import { listRead, listReads, saveRead, saveReads } from './read-queries.ts';
import type { ReadItemsRow, ReadsRow } from '../tables.ts';
import type { Finding } from './finding.ts';
import { hourMs } from '#shared/time.ts';

type Counts = Map<string, readonly [read: number, matched: number]>;

/** What a batch adds to the figures of a user. */
interface Added {
  read: number;
  matched: number;
  subreddits: Counts;
}

const keyOf = ({ item_id, user_id }: Pick<ReadItemsRow, 'item_id' | 'user_id'>): string => `${user_id} ${item_id}`;

/** Each user's items of the batch once, and whether any of their campaigns has a rule that matches. */
function itemsOf(findings: readonly Finding[], now: number): Map<string, ReadItemsRow & { subreddit: string }> {
  const items = new Map<string, ReadItemsRow & { subreddit: string }>();
  for (const { campaign, item, result } of findings) {
    const row = { item_id: item.id, user_id: campaign.userId, matched: result.outcome === 'scored' ? 1 : 0, read_at: now };
    const known = items.get(keyOf(row));
    if (known) known.matched = Math.max(known.matched, row.matched);
    else items.set(keyOf(row), { ...row, subreddit: item.subreddit_key });
  }
  return items;
}

function addTo(counts: Counts, name: string, [read, matched]: readonly [number, number]): void {
  const [before, matchedBefore] = counts.get(name) ?? [0, 0];
  counts.set(name, [before + read, matchedBefore + matched]);
}

async function addReads(trx: Trx, added: ReadonlyMap<number, Added>, now: number): Promise<void> {
  const hour = Math.floor(now / hourMs);
  const spans = [
    [1, hour],
    [24, hour - (hour % 24)],
  ] as const;
  const keyFor = ({ user_id, span, hour: at }: Pick<ReadsRow, 'user_id' | 'span' | 'hour'>): string => `${user_id} ${span} ${at}`;
  const stored = await listReads(
    trx,
    [...added.keys()],
    spans.map(([, at]) => at),
  );
  const before = new Map(stored.map((row) => [keyFor(row), row]));
  const rows = [...added].flatMap(([user_id, { read, matched, subreddits }]) =>
    spans.map(([span, at]) => {
      const row = before.get(keyFor({ user_id, span, hour: at }));
      const counts: Counts = new Map(Object.entries(JSON.parse(row?.subreddits ?? '{}') as Record<string, [number, number]>));
      for (const [name, more] of subreddits) addTo(counts, name, more);
      return {
        user_id,
        span,
        hour: at,
        fetched: (row?.fetched ?? 0) + read,
        matched: (row?.matched ?? 0) + matched,
        subreddits: JSON.stringify(Object.fromEntries(counts)),
      };
    }),
  );
  await saveReads(trx, rows);
}

/** Adds a batch to what each user has read. An item counts once, whichever of their campaigns read it, and when. */
export async function countRead(trx: Trx, findings: readonly Finding[], now: number): Promise<void> {
  const items = itemsOf(findings, now);
  const stored = await listRead(trx, [...new Set([...items.values()].map(({ item_id }) => item_id))]);
  const known = new Map(stored.map((row) => [keyOf(row), row.matched]));
  const added = new Map<number, Added>();
  const rows: ReadItemsRow[] = [];
  for (const [key, { subreddit, ...row }] of items) {
    const before = known.get(key);
    if (before !== undefined && before >= row.matched) continue;
    rows.push(row);
    const sum = added.get(row.user_id) ?? { read: 0, matched: 0, subreddits: new Map<string, readonly [number, number]>() };
    added.set(row.user_id, sum);
    const read = before === undefined ? 1 : 0;
    sum.read += read;
    sum.matched += row.matched;
    addTo(sum.subreddits, subreddit, [read, row.matched]);
  }
  await saveRead(trx, rows);
  if (added.size > 0) await addReads(trx, added, now);
}
