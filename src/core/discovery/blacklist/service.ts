import type { BlacklistChange, BlacklistEntry, BlacklistKind, NewBlacklistEntry } from '#shared/blacklist.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Bus } from '#core/platform/bus.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { postFacts } from '#core/inbox/posts/changing.ts';
import type { Blacklist } from '#core/scoring/filters/filter.ts';
import { applyBlacklist } from './apply-blacklist.ts';
import { cleanValue, parseEntries } from './entry.ts';
import { countEntries, deleteEntry, type EntryRow, insertEntries, listEntryRows, maxEntries } from './queries.ts';

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
