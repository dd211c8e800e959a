import { isFetchedScope } from '#core/inbox/campaigns/streams.ts';
import { communityLabel } from '#shared/origin.ts';
import type { MentionKind } from '#shared/competitors.ts';
import type { Facts } from '#core/platform/bus.ts';
import type { ItemRow } from '#core/inbox/items/items.ts';
import type { CompetitorRow, NewMention } from './queries.ts';

type Notice = Facts['notice'];
type OpportunityKind = 'alternative' | 'complaint';
interface Opportunity {
  item: ItemRow;
  userId: number;
  kind: OpportunityKind;
  competitors: CompetitorRow[];
}
interface Batch {
  found: readonly NewMention[];
  /** Kinds of the mentions stored before this batch, by `keyOf`. */
  before: ReadonlyMap<string, MentionKind>;
  competitors: readonly CompetitorRow[];
  items: readonly ItemRow[];
  /** Last sequence number of the batch; part of the notification's key. */
  to: number;
  now: number;
}

/** Someone who asked longer ago has probably found something by now. */
const freshMs = 2 * 86_400_000;
/** More than this many at once become one notification. */
const maxSeparate = 3;

const isOpportunity = (kind: MentionKind | undefined): kind is OpportunityKind => kind === 'alternative' || kind === 'complaint';
export const keyOf = ({ competitor_id, item_id }: Pick<NewMention, 'competitor_id' | 'item_id'>): string => `${competitor_id}:${item_id}`;

/** Leaves out items that were fetched before the competitor was added or changed, and items written too long ago. */
function opportunitiesIn({ found, before, competitors, items, now }: Batch): Opportunity[] {
  const rowOf = new Map(competitors.map((row) => [row.id, row]));
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const byText = new Map<string, Opportunity>();
  for (const mention of found) {
    const row = rowOf.get(mention.competitor_id);
    const item = itemOf.get(mention.item_id);
    if (!row || !item || !isOpportunity(mention.kind) || row.own === 1 || isOpportunity(before.get(keyOf(mention)))) continue;
    if (item.fetched_at < row.updated_at || item.created_at < now - freshMs) continue;
    const key = `${mention.user_id}:${item.id}`;
    const known = byText.get(key) ?? { item, userId: mention.user_id, kind: mention.kind, competitors: [] };
    known.competitors.push(row);
    if (mention.kind === 'alternative') known.kind = 'alternative';
    byText.set(key, known);
  }
  return [...byText.values()];
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' });
const namesOf = (rows: readonly CompetitorRow[]): string => listed.format(rows.map(({ name }) => name));

function oneNotice({ item, userId, kind, competitors }: Opportunity): Notice {
  const names = namesOf(competitors);
  const query = new URLSearchParams({ kind, ...(competitors.length === 1 && { competitorId: String(competitors[0]?.id) }) });
  return {
    userId: String(userId),
    kind: 'opportunity',
    key: `${item.id}`,
    title: kind === 'alternative' ? `Somebody looks for an alternative to ${names}` : `Somebody complains about ${names}`,
    text: isFetchedScope(item.scope) ? `In ${communityLabel(item.subreddit)}.` : 'In an import.',
    path: `/dashboard/competitors?${query.toString()}`,
  };
}

function combinedNotice(userId: number, some: readonly Opportunity[], to: number): Notice {
  const counts = new Map<string, number>();
  for (const { name } of some.flatMap(({ competitors }) => competitors)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const figures = [...counts].toSorted(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`);
  return {
    userId: String(userId),
    kind: 'opportunity',
    key: `batch:${to}`,
    title: `${some.length} new opportunities`,
    text: `People look for an alternative or complain: ${figures.join(', ')}.`,
    path: '/dashboard/competitors',
  };
}

/** Notifications for a batch of mentions: at most one per item and user, however many competitors it names. */
export function noticesOf(batch: Batch): Notice[] {
  const byUser = Map.groupBy(opportunitiesIn(batch), ({ userId }) => userId);
  return [...byUser].flatMap(([userId, some]) =>
    some.length > maxSeparate ? [combinedNotice(userId, some, batch.to)] : some.map(oneNotice),
  );
}
