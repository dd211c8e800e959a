import { type Actor, isAdmin } from '../actor.ts';
import type { Now } from '../clock.ts';
import { type Db, transact } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import { insertRows } from '../posts/many-rows.ts';
import type { Blacklist } from '../scoring/filters/filter.ts';

export const blacklistKinds = ['subreddit', 'author', 'word', 'domain'] as const;
export type BlacklistKind = (typeof blacklistKinds)[number];
export interface BlacklistEntry {
  id: string;
  kind: BlacklistKind;
  value: string;
  note: string;
  createdAt: string;
}
interface Row {
  id: number;
  kind: BlacklistKind;
  value: string;
  note: string;
  created_at: number;
}

const most = 20_000;
const lists: Record<BlacklistKind, keyof Blacklist> = { subreddit: 'subreddits', author: 'authors', word: 'words', domain: 'domains' };

/** Spelt the way it is compared; throws `invalid` for what is nothing. */
function clean(kind: BlacklistKind, text: string): string {
  const value = text
    .trim()
    .toLowerCase()
    .replace(kind === 'subreddit' ? /^\/?r\// : kind === 'author' ? /^\/?u\// : kind === 'domain' ? /^https?:\/\/(?:www\.)?/ : /^$/, '');
  const bare = kind === 'domain' ? (value.split('/')[0] ?? '') : value;
  if (bare === '' || bare.length > 200)
    throw new AppError('invalid', `Not a ${kind}: ${text.slice(0, 60)}`, { details: [{ path: 'value', message: 'Empty or too long' }] });
  return bare;
}

function requireAdmin(actor: Actor): void {
  if (!isAdmin(actor)) throw new AppError('forbidden', 'Only admins may do this');
}

const present = (row: Row): BlacklistEntry => ({
  id: String(row.id),
  kind: row.kind,
  value: row.value,
  note: row.note,
  createdAt: new Date(row.created_at).toISOString(),
});

/** What the whole instance does not want to hear. */
export function createBlacklist({ db, now }: { db: Db; now: Now }) {
  async function read(): Promise<Blacklist> {
    const rows = await db<Row>('blacklist').select('kind', 'value').orderBy('id').limit(most);
    const blacklist: Record<keyof Blacklist, string[]> = { subreddits: [], authors: [], words: [], domains: [] };
    for (const { kind, value } of rows) blacklist[lists[kind]].push(value);
    return blacklist;
  }

  /** Those that are there already stay as they are. Answers how many are new. */
  async function add(actor: Actor, entries: readonly { kind: BlacklistKind; value: string; note?: string }[]): Promise<number> {
    requireAdmin(actor);
    const rows = entries.map(({ kind, value, note = '' }) => ({ kind, value: clean(kind, value), note, created_at: now() }));
    return transact(db, async (trx) => {
      const count = async () => (await trx('blacklist').count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
      const before = await count();
      await insertRows(trx, 'blacklist', { rows, onConflict: '(kind, value) do nothing' });
      return (await count()) - before;
    });
  }

  return {
    read,
    add,
    async list(actor: Actor): Promise<BlacklistEntry[]> {
      requireAdmin(actor);
      return (await db<Row>('blacklist').select('*').orderBy(['kind', 'value']).limit(most)).map(present);
    },
    async remove(actor: Actor, id: string): Promise<null> {
      requireAdmin(actor);
      if (
        (await db('blacklist')
          .where({ id: Number(id) })
          .delete()) === 0
      )
        throw new AppError('not_found', 'There is no such entry');
      return null;
    },
  };
}
export type BlacklistService = ReturnType<typeof createBlacklist>;
