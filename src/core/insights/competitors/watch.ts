import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { MentionKind } from '#shared/competitors.ts';
import { communityLabel } from '#shared/labels.ts';
import { isFetchedScope } from '#core/inbox/campaigns/streams.ts';
import { type ItemRow, itemOf } from '#core/inbox/items/items.ts';
import type { Facts, Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { unknownTime } from '#core/platform/item.ts';
import type { Log } from '#core/platform/log.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import { termsAndMarksIn } from '#core/text/tokens.ts';
import { hostOfSite, needsContext, rulesOf } from './present.ts';
import {
  type CompetitorRow,
  type NewMention,
  type Audiences,
  listBehind,
  listItemsAfter,
  listKnownKinds,
  listMentionedElsewhere,
  moveOn,
  readAudiences,
  readNewestSeq,
  writeMentions,
} from './queries.ts';
import { readMention } from './reading/mention.ts';

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
const keyOf = ({ competitor_id, item_id }: Pick<NewMention, 'competitor_id' | 'item_id'>): string => `${competitor_id}:${item_id}`;

/** Leaves out items that were fetched before the competitor was added or changed, and items written too long ago. */
function opportunitiesIn({ found, before, competitors, items, now }: Batch): Opportunity[] {
  const rowOf = new Map(competitors.map((row) => [row.id, row]));
  const byId = new Map(items.map((item) => [item.id, item]));
  const byText = new Map<string, Opportunity>();
  for (const mention of found) {
    const row = rowOf.get(mention.competitor_id);
    const item = byId.get(mention.item_id);
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
function noticesOf(batch: Batch): Notice[] {
  const byUser = Map.groupBy(opportunitiesIn(batch), ({ userId }) => userId);
  return [...byUser].flatMap(([userId, some]) =>
    some.length > maxSeparate ? [combinedNotice(userId, some, batch.to)] : some.map(oneNotice),
  );
}

/** Words that people use around the name of a product. */
const cues = new Set(
  'account accounts alternative alternatives api app apps competitor competitors crm dashboard integrate integrates integration integrations login migrate migrated migrating plan plans platform plugin plugins pricing saas software subscription subscriptions switch switched switching template templates tool tools trial versus vs workspace'.split(
    ' ',
  ),
);
const windowLength = 60;
const maxOccurrences = 50;
const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const startsSentence = (before: string): boolean => /(?:^|[.!?:\n"“*#>(-])\s*$/.test(before);
/** "American Express": a part of a longer name, unless the word before it is capitalized only because it begins the sentence. */
const continuesName = (before: string): boolean => {
  const [found, word = ''] = /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{N}]*) $/u.exec(before) ?? [];
  return found !== undefined && word.length > 1 && !startsSentence(before.slice(0, -found.length));
};
/** In a title-case title, a capital doesn't mark a name. */
const isTitleCase = (text: string): boolean => {
  const words = text.match(/\p{L}{4,}/gu) ?? [];
  return words.length > 0 && words.filter((word) => /^\p{Lu}/u.test(word)).length * 2 > words.length;
};

function meansProduct(name: string, text: string): boolean {
  const hasCapitals = !isTitleCase(text.slice(0, 400));
  const found = text.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${escape(name)}(?![\p{L}\p{N}])`, 'giu'));
  for (const { 0: match, index } of found.take(maxOccurrences)) {
    const before = text.slice(Math.max(0, index - windowLength), index);
    if (hasCapitals && /^\p{Lu}/u.test(match) && !startsSentence(before) && !continuesName(before)) return true;
    const after = text.slice(index + match.length, index + match.length + windowLength);
    if ([...termsAndMarksIn(before), ...termsAndMarksIn(after)].some((word) => cues.has(word))) return true;
  }
  return false;
}

/** Whether a common word means the product here: it is capitalized like a name, or near words about products. */
const mentionsProduct = (names: readonly string[], { title, body }: { title: string; body: string }): boolean =>
  names.some((name) => meansProduct(name, title) || meansProduct(name, body));

const batch = 500;
const strings = (json: string): string[] => JSON.parse(json) as string[];

interface CompiledNames {
  matcher: ReturnType<typeof compileMatcher>;
  byId: Map<string, CompetitorRow>;
}
function compileNames(rows: readonly CompetitorRow[]): CompiledNames {
  const named = rows.map((row) => ({ ...row, aliases: strings(row.aliases), keywords: strings(row.keywords) }));
  return {
    matcher: compileMatcher(named.map((row) => ({ id: String(row.id), rules: rulesOf(row) }))),
    byId: new Map(rows.map((row) => [String(row.id), row])),
  };
}

/** Imported items are visible only to the user who imported them, others to everyone who monitors where they come from. */
function isFor(userId: number, scope: string, { owners, byScope }: Audiences): boolean {
  if (scope === '') return true;
  if (isFetchedScope(scope)) return byScope.get(scope)?.has(userId) === true;
  const [kind, id = ''] = scope.split(':');
  return kind === 'user' ? id === String(userId) : owners.get(id) === userId;
}

/** Rules out common words that only look like the name: "a linear process", "next Monday". */
const isAmbiguous = (row: CompetitorRow): boolean => needsContext({ name: row.name, keywords: strings(row.keywords) });

function isMention(row: CompetitorRow, names: readonly string[], item: ItemRow): boolean {
  if (!isAmbiguous(row)) return true;
  const host = hostOfSite(row.website);
  const linksToIt = host !== null && [item.title, item.body, item.url ?? ''].some((text) => text.toLowerCase().includes(host));
  return linksToIt || mentionsProduct(names, item);
}

function mentionsIn(item: ItemRow, { matcher, byId }: CompiledNames, audiences: Audiences): NewMention[] {
  return matcher.match(itemOf(item)).flatMap(({ campaignId }) => {
    const row = byId.get(campaignId);
    if (!row || !isFor(row.user_id, item.scope, audiences)) return [];
    const names = [row.name, ...strings(row.aliases)];
    if (!isMention(row, names, item)) return [];
    const host = hostOfSite(row.website);
    const isMeant = (sentence: string): boolean => !isAmbiguous(row) || mentionsProduct(names, { title: sentence, body: '' });
    const read = readMention(host === null ? names : [...names, host], item, isMeant);
    const { kind, complains, sentiment, topics, field, start, end } = read;
    return [
      {
        competitor_id: row.id,
        user_id: row.user_id,
        item_id: item.id,
        kind,
        complains: complains ? 1 : 0,
        sentiment,
        field,
        start,
        end,
        topics: JSON.stringify(topics),
        // Without a date, a mention counts on the day that it came in.
        created_at: item.created_at === unknownTime ? item.fetched_at : item.created_at,
      },
    ];
  });
}

/** A post that was both fetched and imported is stored as two items; keep one mention per competitor. */
async function onceEach(trx: Trx, found: readonly NewMention[], items: readonly ItemRow[]): Promise<NewMention[]> {
  if (found.length === 0) return [];
  const competitorIds = [...new Set(found.map(({ competitor_id }) => competitor_id))];
  const itemIds = [...new Set(found.map(({ item_id }) => item_id))];
  const elsewhere = new Set((await listMentionedElsewhere(trx, { competitorIds, itemIds })).map(keyOf));
  const byId = new Map(items.map((item) => [item.id, item]));
  const first = new Map<string, NewMention>();
  for (const mention of found) {
    const name = `${mention.competitor_id} ${byId.get(mention.item_id)?.fullname}`;
    if (!first.has(name) || byId.get(mention.item_id)?.scope === '') first.set(name, mention);
  }
  return [...first.values()].filter((mention) => !elsewhere.has(keyOf(mention)));
}

async function knownKinds(trx: Trx, found: readonly NewMention[]) {
  const competitorIds = [...new Set(found.map(({ competitor_id }) => competitor_id))];
  const itemIds = [...new Set(found.map(({ item_id }) => item_id))];
  const rows = found.length === 0 ? [] : await listKnownKinds(trx, { competitorIds, itemIds });
  return new Map(rows.map((row) => [keyOf(row), row.kind]));
}

/**
 * Searches stored and new items for the names of all competitors, in one matcher. Each competitor stores how far it
 * was read, so a new one starts with the oldest item and a restart resumes.
 */
export function createWatch({ db, bus, log, now }: { db: Db; bus: Bus; log: Log; now: Now }) {
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;

  async function step(newest: number): Promise<boolean> {
    const rows = await listBehind(db, newest);
    const [first] = rows;
    if (!first) return false;
    const items = await listItemsAfter(db, first.read_seq, batch);
    const to = items.length < batch ? newest : (items.at(-1)?.seq ?? newest);
    const audiences = await readAudiences(db);
    const compiled = compileNames(rows);
    const found = items.filter(({ seq }) => seq <= to).flatMap((item) => mentionsIn(item, compiled, audiences));
    const notices = await transact(db, async (trx) => {
      const current = await moveOn(trx, rows, Math.max(to, first.read_seq + 1));
      const own = found.filter(({ competitor_id }) => current.has(competitor_id));
      const written = await onceEach(trx, own, items);
      const before = await knownKinds(trx, written);
      await writeMentions(trx, written);
      return noticesOf({ found: written, before, competitors: rows, items, to, now: now() });
    });
    for (const notice of notices) bus.emit('notice', notice);
    for (const userId of new Set(found.map(({ user_id }) => user_id))) bus.announce(String(userId), ['competitors-changed']);
    await yieldToOthers();
    return true;
  }

  async function run(): Promise<void> {
    do {
      again = false;
      const newest = await readNewestSeq(db);
      while (!closed && (await step(newest)));
    } while (again && !closed);
  }

  function soon(): void {
    if (closed) return;
    if (running) {
      again = true;
      return;
    }
    running = run()
      .catch((error: unknown) => log.error({ err: error }, 'looking for competitors broke off'))
      .finally(() => {
        running = null;
      });
  }
  const stop = bus.on('items:fetched', soon);
  return {
    soon,
    /** Resolves when all stored items have been searched. */
    async settled(): Promise<void> {
      while (running) await running;
    },
    async close(): Promise<void> {
      closed = true;
      stop();
      await running;
    },
  };
}
export type Watch = ReturnType<typeof createWatch>;
