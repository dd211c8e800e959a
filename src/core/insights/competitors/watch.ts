import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { isFetchedScope } from '#core/inbox/campaigns/streams.ts';
import { itemOf, type ItemRow } from '#core/inbox/items/items.ts';
import type { Log } from '#core/platform/log.ts';
import { unknownTime } from '#core/platform/item.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import { hostOfSite, needsContext, rulesOf } from './names.ts';
import { keyOf, noticesOf } from './opportunities.ts';
import {
  type Audiences,
  type CompetitorRow,
  listBehind,
  listItemsAfter,
  listKnownKinds,
  listMentionedElsewhere,
  moveOn,
  type NewMention,
  readAudiences,
  readNewestSeq,
  writeMentions,
} from './queries.ts';
import { mentionsProduct } from './reading/context.ts';
import { readMention } from './reading/mention.ts';

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
function isMention(row: CompetitorRow, names: readonly string[], item: ItemRow): boolean {
  if (!needsContext({ name: row.name, keywords: strings(row.keywords) })) return true;
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
    const { kind, complains, sentiment, topics, field, start, end } = readMention(names, item);
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
