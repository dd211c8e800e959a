import { listCampaignsBy } from '#core/inbox/campaigns/queries.ts';
import { itemOf, type ItemRow } from '#core/inbox/items/items.ts';
import { listRecent } from '#core/inbox/items/queries.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { Steps } from '#core/platform/slices.ts';
import { rowOfFetched, type ShownItem } from './preview-hits.ts';
import { listSampleItems } from '#core/sources/sample.ts';

const maxItems = 20_000;
const pageSize = 500;

/** An item to check, and how it is shown. */
export interface Checked {
  item: FetchedItem;
  row: ShownItem;
  stored: ItemRow | null;
  fetchedAt: number;
  isTaken: boolean;
}

/** Stored items of the last 30 days that this user may see, newest first, at most 20,000; one that was fetched and imported comes once. */
export async function* readStored(
  db: Db,
  { owner, others, since }: { owner: string | null; others: readonly string[]; since: number },
): AsyncGenerator<ItemRow[]> {
  const own =
    owner === null ? [] : (await listCampaignsBy(db, { user_id: Number(owner), sample: 0 }, 1000)).map(({ id }) => `campaign:${id}`);
  const scopes = ['', ...others, ...(owner === null ? [] : [`user:${owner}`, ...own])];
  const known = new Set<string>();
  let before = Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < maxItems; read += pageSize) {
    const rows = await listRecent(db, { before, since, scopes, limit: pageSize });
    yield rows.filter(({ fullname }) => !known.has(fullname) && known.add(fullname));
    before = rows.at(-1)?.seq ?? 0;
    if (rows.length < pageSize) return;
  }
}

const checkedSample = (item: FetchedItem, now: number): Checked => ({
  item,
  row: rowOfFetched(item),
  stored: null,
  fetchedAt: now,
  isTaken: true,
});

export function* lookAtEach(rows: readonly ItemRow[], takes: (row: ItemRow) => boolean, look: (checked: Checked) => void): Steps<void> {
  for (const row of rows) {
    look({ item: itemOf(row), row, stored: row, fetchedAt: row.fetched_at, isTaken: takes(row) });
    yield;
  }
}

/** What an instance without stored items shows instead. */
export const listCheckedSamples = (now: number, includeComments: boolean): Checked[] =>
  listSampleItems(now).flatMap((item) => (item.kind === 'post' || includeComments ? [checkedSample(item, now)] : []));
