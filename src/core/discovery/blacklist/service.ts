import { itemOf } from '#core/inbox/items/items.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import type { BlacklistChange, BlacklistEntry, BlacklistKind, NewBlacklistEntry } from '#shared/blacklist.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Bus } from '#core/platform/bus.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { postFacts } from '#core/inbox/posts/changing.ts';
import { setBlacklisted } from '#core/inbox/posts/scored-queries.ts';
import { type Blacklist, createFilter } from '#core/scoring/filters/filter.ts';
import { cleanValue, parseEntries } from './entry.ts';
import {
  countEntries,
  deleteEntry,
  type EntryRow,
  insertEntries,
  listEntryRows,
  maxEntries,
  listShown,
  type StoredPost,
} from './queries.ts';

const pageSize = 1000;

export interface Applied {
  /** Number of posts removed from the lists; the next one is the number returned to them. */
  hidden: number;
  restored: number;
}

/** A post that its user archived in the meantime stays out of the lists. */
const openOnceAllowed = ({ status }: StoredPost): 0 | 1 => (status === 'new' || status === 'lead' ? 1 : 0);

/**
 * Applies the blacklist to stored posts with the same filter that new items go through: matching posts leave the lists, others
 * return. Works page by page, so that other writes get their turn.
 */
async function applyBlacklist(db: Db, blacklist: Blacklist, now: () => number): Promise<Applied> {
  const filter = createFilter({ campaigns: [], blacklist, now: null, languageOf: () => null });
  const isListed = (post: StoredPost): boolean => filter.forAll(itemOf(post))?.startsWith('blacklisted') ?? false;
  const done: Applied = { hidden: 0, restored: 0 };
  for (let after = 0; ;) {
    const page = await listShown(db, after, pageSize);
    const listed = page.filter((post) => post.blacklisted === 0 && isListed(post));
    const allowed = page.filter((post) => post.blacklisted === 1 && !isListed(post));
    if (listed.length + allowed.length > 0) {
      await transact(db, async (trx) => {
        await setBlacklisted(trx, [
          ...listed.map(({ post_id }) => ({ id: post_id, blacklisted: 1 as const, open: 0 as const })),
          ...allowed.map((post) => ({ id: post.post_id, blacklisted: 0 as const, open: openOnceAllowed(post) })),
        ]);
        await mergeLeads(
          trx,
          [...listed, ...allowed].map(({ post_id }) => post_id),
          now(),
        );
      });
    }
    done.hidden += listed.length;
    done.restored += allowed.length;
    after = page.at(-1)?.post_id ?? after;
    if (page.length < pageSize) return done;
  }
}

interface Deps {
  db: Db;
  readDb: Db;
  bus: Bus;
  now: Now;
  writeAudit: WriteAudit;
}

const lists: Record<BlacklistKind, keyof Blacklist> = { subreddit: 'subreddits', author: 'authors', word: 'words', domain: 'domains' };

const present = (row: EntryRow): BlacklistEntry => ({
  id: String(row.id),
  kind: row.kind,
  value: row.value,
  note: row.note,
  createdAt: isoTime(row.created_at),
});

/** What the whole instance excludes: new items are filtered, stored posts hidden. */
export function createBlacklist({ db, readDb, bus, now, writeAudit }: Deps) {
  let tail: Promise<unknown> = Promise.resolve();

  async function read(): Promise<Blacklist> {
    const blacklist: Record<keyof Blacklist, string[]> = { subreddits: [], authors: [], words: [], domains: [] };
    for (const { kind, value } of await listEntryRows(readDb)) blacklist[lists[kind]].push(value);
    return blacklist;
  }

  /** One at a time: concurrent runs could undo each other's changes. */
  async function apply() {
    const run = tail.then(async () => applyBlacklist(db, await read(), now));
    tail = run.catch(() => undefined);
    const done = await run;
    if (done.hidden + done.restored > 0) bus.announce(null, postFacts);
    bus.announce(null, ['blacklist-changed']);
    return done;
  }

  /** Ignores entries that exist already. Throws `invalid` without adding any when one is invalid. */
  async function add(actor: Actor, entries: readonly NewBlacklistEntry[]): Promise<BlacklistChange> {
    requireAdmin(actor);
    const rows = entries.map(({ kind, value, note = '' }) => ({ kind, value: cleanValue(kind, value), note, created_at: now() }));
    const added = await transact(db, async (trx) => {
      const before = await countEntries(trx);
      await insertEntries(trx, rows);
      const after = await countEntries(trx);
      if (after > maxEntries) throw new AppError('invalid', `The limit is ${maxEntries} entries. Remove some first.`);
      return after - before;
    });
    const [first] = rows;
    const target = rows.length === 1 && first ? `${first.kind}:${first.value}` : null;
    await writeAudit(actor, { action: 'blacklist-added', target, details: { added } });
    return { added, ...(await apply()) };
  }

  return {
    read,
    add,
    async list(actor: Actor): Promise<BlacklistEntry[]> {
      requireAdmin(actor);
      return (await listEntryRows(db)).map(present);
    },
    /** `text` in the format of `parseEntries`. */
    import: async (actor: Actor, text: string): Promise<BlacklistChange> => add(actor, parseEntries(text)),
    async remove(actor: Actor, id: string): Promise<BlacklistChange> {
      requireAdmin(actor);
      const gone = await transact(db, (trx) => deleteEntry(trx, Number(id)));
      if (!gone) throw new AppError('not_found', 'Entry not found');
      await writeAudit(actor, { action: 'blacklist-removed', target: `${gone.kind}:${gone.value}` });
      return { added: 0, ...(await apply()) };
    },
  };
}
export type BlacklistService = ReturnType<typeof createBlacklist>;
