import type { CoreContext } from '#core/context.ts';
import { itemOf } from '#core/inbox/items/items.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import {
  type BlacklistChange,
  type BlacklistEntry,
  type BlacklistKind,
  type NewBlacklistEntry,
  blacklistKindSchema,
} from '#shared/blacklist.ts';
import { type Actor, requireAdmin, workspaceOf } from '#core/platform/actor.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { postFacts } from '#core/inbox/posts/changing.ts';
import { setBlacklisted } from '#core/inbox/posts/scored-queries.ts';
import { type Blacklist, createBlacklistTest } from '#core/scoring/filters/filter.ts';
import {
  countEntries,
  deleteEntry,
  type EntryRow,
  insertEntries,
  listEntriesFor,
  listEntryRows,
  listShown,
  maxEntries,
  type StoredPost,
  type Whose,
} from './queries.ts';

const decorations: Record<BlacklistKind, RegExp> = {
  subreddit: /^\/?r\//,
  author: /^\/?u(?:ser)?\//,
  word: /^$/,
  domain: /^(?:https?:\/\/)?(?:www\.)?/,
};

/** Letters and digits; a character that is a word of its own counts for two. */
const weightOf = (text: string): number =>
  [...text].reduce(
    (sum, char) =>
      sum +
      (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(char) ? 2 : /[\p{L}\p{N}]/u.test(char) ? 1 : 0),
    0,
  );

/** Why a value would hide nearly every post; null if it wouldn't. */
function tooBroad(kind: BlacklistKind, value: string): string | null {
  if (kind === 'word' && weightOf(value) < 2)
    return `"${value.slice(0, 60)}" would hide nearly every post. Enter a word of at least two letters or digits.`;
  if (kind === 'domain' && !/[^.]\.[^.]/.test(value)) return `"${value.slice(0, 60)}" is no domain. Enter one such as spam.example.com.`;
  return null;
}

/** Normalizes a value for comparison. Throws `invalid`. */
export function cleanValue(kind: BlacklistKind, text: string): string {
  const value = text.trim().toLowerCase().replace(decorations[kind], '');
  const bare = kind === 'domain' ? (value.split(/[/?#:]/)[0] ?? '') : value;
  const isName = kind === 'word' || /^[\p{L}\p{N}._-]+$/u.test(bare);
  const isInvalid = bare === '' || bare.length > 200 || !isName;
  const message = isInvalid ? `Invalid ${kind}: ${text.slice(0, 60)}` : tooBroad(kind, bare);
  if (message !== null) {
    throw new AppError('invalid', message, { details: [{ path: 'value', message }] });
  }
  return bare;
}

function guessKind(value: string): BlacklistKind {
  if (/^\/?r\//i.test(value)) return 'subreddit';
  if (/^\/?u(?:ser)?\//i.test(value)) return 'author';
  return /^https?:\/\//i.test(value) || /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(value) ? 'domain' : 'word';
}

const unquote = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"');

function entryOf(line: string): NewBlacklistEntry {
  const [first = '', value, ...note] = line.match(/(?:"(?:[^"]|"")*"|[^,])+/g)?.map(unquote) ?? [];
  const kind = blacklistKindSchema.safeParse(first.toLowerCase());
  if (kind.success && value !== undefined) return { kind: kind.data, value, note: note.join(', ') };
  return { kind: guessKind(line.trim()), value: line.trim() };
}

/**
 * Parses one entry per line: `kind,value,note`, or a value that implies its kind (r/name, u/name, a host). Skips empty lines,
 * comments (#), and a header.
 */
export function parseEntries(text: string): NewBlacklistEntry[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#') && !/^"?kind"?,"?value"?/i.test(line.trim()))
    .map(entryOf);
}

const pageSize = 1000;

interface Applied {
  /** Number of posts removed from the lists; the next one is the number returned to them. */
  hidden: number;
  restored: number;
}

/** A post that its user archived in the meantime stays out of the lists. */
const openOnceAllowed = ({ status }: StoredPost): 0 | 1 => (status === 'new' || status === 'lead' ? 1 : 0);

const lists = { subreddit: 'subreddits', author: 'authors', word: 'words', domain: 'domains' } as const satisfies Record<
  BlacklistKind,
  keyof Blacklist
>;
const noEntries = (): Record<(typeof lists)[BlacklistKind], string[]> => ({ subreddits: [], authors: [], words: [], domains: [] });

/** What the instance excludes, and the workspaces of these owners or all do. */
async function readBlacklist(db: Db | Trx, owners: readonly number[] | 'all'): Promise<Blacklist> {
  const instance = noEntries();
  const workspaces: Record<string, ReturnType<typeof noEntries>> = {};
  for (const { user_id, kind, value } of await listEntriesFor(db, owners === 'all' ? owners : [...new Set(owners)])) {
    const list = user_id === null ? instance : (workspaces[user_id] ??= noEntries());
    list[lists[kind]].push(value);
  }
  return { ...instance, workspaces };
}

/** Posts that are excluded now leave the lists, those that no longer are return. */
async function change(trx: Trx, { listed, allowed }: Record<'listed' | 'allowed', readonly StoredPost[]>, now: number): Promise<void> {
  await setBlacklisted(trx, [
    ...listed.map(({ post_id }) => ({ id: post_id, blacklisted: 1 as const, open: 0 as const })),
    ...allowed.map((post) => ({ id: post.post_id, blacklisted: 0 as const, open: openOnceAllowed(post) })),
  ]);
  await mergeLeads(
    trx,
    [...listed, ...allowed].map(({ post_id }) => post_id),
    now,
  );
}

type Scope = Partial<Pick<StoredPost, 'user_id' | 'campaign_id'>>;

/** Page by page; `within` may give other writes their turn between two. */
async function applyTo(
  db: Db | Trx,
  scope: Scope,
  { isExcluded, now, within }: { isExcluded: ReturnType<typeof createBlacklistTest>; now: Now; within: Within },
): Promise<Applied> {
  const isListed = (post: StoredPost): boolean => isExcluded(itemOf(post), String(post.user_id));
  const done: Applied = { hidden: 0, restored: 0 };
  for (let after = 0; ;) {
    const page = await listShown(db, scope, { after, limit: pageSize });
    const listed = page.filter((post) => post.blacklisted === 0 && isListed(post));
    const allowed = page.filter((post) => post.blacklisted === 1 && !isListed(post));
    if (listed.length + allowed.length > 0) await within((trx) => change(trx, { listed, allowed }, now()));
    done.hidden += listed.length;
    done.restored += allowed.length;
    after = page.at(-1)?.post_id ?? after;
    if (page.length < pageSize) return done;
  }
}
type Within = (work: (trx: Trx) => Promise<void>) => Promise<void>;

/** The posts of one workspace, or of all. */
async function applyBlacklist(db: Db, whose: Whose, now: Now): Promise<Applied> {
  const isExcluded = createBlacklistTest(await readBlacklist(db, whose === null ? 'all' : [whose]));
  return applyTo(db, whose === null ? {} : { user_id: whose }, { isExcluded, now, within: (work) => transact(db, work) });
}

type Deps = Pick<CoreContext, 'db' | 'readDb' | 'bus' | 'now' | 'writeAudit'>;

const present = (row: EntryRow): BlacklistEntry => ({
  id: String(row.id),
  kind: row.kind,
  value: row.value,
  note: row.note,
  createdAt: isoTime(row.created_at),
});

type Apply = (whose: Whose) => Promise<Applied>;

/** The entries of the instance or of workspaces, as `whoseOf` says and allows. */
function createEntries({ db, now, writeAudit }: Deps, apply: Apply, whoseOf: (actor: Actor) => Whose) {
  /** Ignores entries that exist already. Throws `invalid` without adding any when one is invalid. */
  async function add(actor: Actor, entries: readonly NewBlacklistEntry[]): Promise<BlacklistChange> {
    const whose = whoseOf(actor);
    const limit = whose === null ? maxEntries.instance : maxEntries.workspace;
    const rows = entries.map(({ kind, value, note = '' }) => ({
      user_id: whose,
      kind,
      value: cleanValue(kind, value),
      note,
      created_at: now(),
    }));
    const added = await transact(db, async (trx) => {
      const before = await countEntries(trx, whose);
      await insertEntries(trx, rows);
      const after = await countEntries(trx, whose);
      if (after > limit) throw new AppError('invalid', `The limit is ${limit} entries. Remove some first.`);
      return after - before;
    });
    const [first] = rows;
    const target = rows.length === 1 && first ? `${first.kind}:${first.value}` : null;
    await writeAudit(actor, { action: 'blacklist-added', target, details: { added, ...ofWorkspace(whose) } });
    return { added, ...(await apply(whose)) };
  }

  return {
    add,
    list: async (actor: Actor): Promise<BlacklistEntry[]> => (await listEntryRows(db, whoseOf(actor))).map(present),
    /** `text` in the format of `parseEntries`. */
    import: async (actor: Actor, text: string): Promise<BlacklistChange> => add(actor, parseEntries(text)),
    async remove(actor: Actor, id: string): Promise<BlacklistChange> {
      const whose = whoseOf(actor);
      const gone = await transact(db, (trx) => deleteEntry(trx, whose, Number(id)));
      if (!gone) throw new AppError('not_found', 'Entry not found');
      await writeAudit(actor, { action: 'blacklist-removed', target: `${gone.kind}:${gone.value}`, details: ofWorkspace(whose) });
      return { added: 0, ...(await apply(whose)) };
    },
  };
}

const ofWorkspace = (whose: Whose): { workspace?: number } => (whose === null ? {} : { workspace: whose });

function instanceOf(actor: Actor): null {
  requireAdmin(actor);
  return null;
}

/** What the whole instance excludes, and what a workspace does: new items are filtered, stored posts hidden. */
export function createBlacklist(deps: Deps) {
  const { db, readDb, bus, now } = deps;
  let tail: Promise<unknown> = Promise.resolve();

  /** One at a time: concurrent runs could undo each other's changes. */
  async function apply(whose: Whose): Promise<Applied> {
    const run = tail.then(() => applyBlacklist(db, whose, now));
    tail = run.catch(() => undefined);
    const done = await run;
    const to = whose === null ? null : String(whose);
    if (done.hidden + done.restored > 0) bus.announce(to, postFacts);
    bus.announce(to, ['blacklist-changed']);
    return done;
  }

  return {
    ...createEntries(deps, apply, instanceOf),
    ofWorkspace: createEntries(deps, apply, workspaceOf),
    read: (owners: readonly number[]): Promise<Blacklist> => readBlacklist(readDb, owners),

    /** Posts that are in another workspace now, or in one that excludes other things. */
    async applyWithin(trx: Trx, scope: Scope, userId: number): Promise<void> {
      const isExcluded = createBlacklistTest(await readBlacklist(trx, [userId]));
      await applyTo(trx, scope, { isExcluded, now, within: (work) => work(trx) });
    },
  };
}
