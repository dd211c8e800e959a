import { moveCounted } from '#core/inbox/campaigns/cursor-queries.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { type FetchHour, listHour, upsertHours } from '../fetch/fetch-hour-queries.ts';
import type { Finding } from './finding.ts';

const hourMs = 3_600_000;

interface Counted {
  userId: number;
  newest: number;
  fetched: number;
  matched: number;
  /** Subreddit → [fetched, matched]. */
  subreddits: Map<string, [number, number]>;
}
interface Counting {
  findings: readonly Finding[];
  /** Campaigns whose cursor advances with this batch, with the id of the last item that their counts include. */
  countedUpTo: ReadonlyMap<number, number>;
  /** Whether this finding creates a new post. */
  isNewPost: (finding: Finding) => boolean;
  now: number;
}

function count({ findings, countedUpTo, isNewPost }: Counting): Map<number, Counted> {
  const counted = new Map<number, Counted>();
  for (const finding of findings) {
    const { campaign, item, result } = finding;
    const upTo = countedUpTo.get(campaign.id);
    // A rescored item was counted when it was fetched; only a new match is counted now.
    const isRead = upTo !== undefined && item.id > upTo;
    if (upTo === undefined || !(isRead || isNewPost(finding))) continue;
    const sum = counted.get(campaign.id) ?? { userId: campaign.userId, newest: 0, fetched: 0, matched: 0, subreddits: new Map() };
    counted.set(campaign.id, sum);
    const figures = sum.subreddits.get(item.subreddit_key) ?? [0, 0];
    sum.subreddits.set(item.subreddit_key, figures);
    sum.newest = Math.max(sum.newest, item.id);
    sum.fetched += isRead ? 1 : 0;
    figures[0] += isRead ? 1 : 0;
    if (result.outcome !== 'scored') continue;
    sum.matched += 1;
    figures[1] += 1;
  }
  return counted;
}

function addRow(sum: Counted, row: FetchHour): void {
  sum.fetched += row.fetched;
  sum.matched += row.matched;
  for (const [name, [fetched, matched]] of Object.entries(JSON.parse(row.subreddits) as Record<string, [number, number]>)) {
    const figures = sum.subreddits.get(name) ?? [0, 0];
    sum.subreddits.set(name, [figures[0] + fetched, figures[1] + matched]);
  }
}

/** Adds a batch to each campaign's hourly figures, in the hour of scoring; each item counts once per campaign. */
export async function countFetched(trx: Trx, counting: Counting): Promise<void> {
  const hour = Math.floor(counting.now / hourMs);
  const counted = count(counting);
  for (const row of await listHour(trx, [...counted.keys()], hour)) {
    const sum = counted.get(row.campaign_id);
    if (sum) addRow(sum, row);
  }
  const rows = [...counted].map(([campaignId, { userId, fetched, matched, subreddits }]) => ({
    campaign_id: campaignId,
    user_id: userId,
    hour,
    fetched,
    matched,
    subreddits: JSON.stringify(Object.fromEntries(subreddits)),
  }));
  await upsertHours(trx, rows);
  const newest = [...counted].map(([id, sum]) => [id, sum.newest] as const);
  await moveCounted(
    trx,
    newest.filter(([id, itemId]) => itemId > (counting.countedUpTo.get(id) ?? 0)),
  );
}
