import type { MentionKind } from '#shared/competitors.ts';
import type { Facts } from '#core/platform/bus.ts';
import type { ItemRow } from '#core/inbox/items/items.ts';
import type { CompetitorRow, NewMention } from './queries.ts';

type Notice = Facts['notice'];
type Chance = 'alternative' | 'complaint';
interface Opportunity {
  item: ItemRow;
  userId: number;
  kind: Chance;
  competitors: CompetitorRow[];
}
interface Batch {
  found: readonly NewMention[];
  /** What was made of the same texts before, by `keyOf`. */
  before: ReadonlyMap<string, MentionKind>;
  competitors: readonly CompetitorRow[];
  items: readonly ItemRow[];
  /** Newest place in the order of what was fetched; names the batch. */
  to: number;
  now: number;
}

/** Somebody who asked longer ago has found something. */
const freshMs = 2 * 86_400_000;
/** More than so many at once are notified in one sentence. */
const maxApart = 3;

const isChance = (kind: MentionKind | undefined): kind is Chance => kind === 'alternative' || kind === 'complaint';
export const keyOf = ({ competitor_id, item_id }: Pick<NewMention, 'competitor_id' | 'item_id'>): string => `${competitor_id}:${item_id}`;

/** What arrived while the competitor was watched: what was stored before, and what was written long ago, is no news. */
function opportunitiesIn({ found, before, competitors, items, now }: Batch): Opportunity[] {
  const rowOf = new Map(competitors.map((row) => [row.id, row]));
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const byText = new Map<string, Opportunity>();
  for (const mention of found) {
    const row = rowOf.get(mention.competitor_id);
    const item = itemOf.get(mention.item_id);
    if (!row || !item || !isChance(mention.kind) || row.own === 1 || isChance(before.get(keyOf(mention)))) continue;
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
    text: item.scope === '' ? `In r/${item.subreddit}.` : 'In an import.',
    path: `/dashboard/competitors?${query.toString()}`,
  };
}

function together(userId: number, some: readonly Opportunity[], to: number): Notice {
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

/** What users are notified of a batch of mentions; each text once, however many competitors it names. */
export function noticesOf(batch: Batch): Notice[] {
  const byUser = Map.groupBy(opportunitiesIn(batch), ({ userId }) => userId);
  return [...byUser].flatMap(([userId, some]) => (some.length > maxApart ? [together(userId, some, batch.to)] : some.map(oneNotice)));
}
