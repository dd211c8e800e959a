import type { ReplyState } from '#shared/outbox.ts';
import { hourMs, minuteMs, dayMs } from '#shared/time.ts';
import { addEvents } from '#core/inbox/leads/event-queries.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { RedditClient } from '#core/reddit/client/client.ts';
import { createListings, type Listings } from '#core/reddit/client/listings.ts';
import type { RedditApi } from '#core/reddit/client/request.ts';
import { addPoint, changeWatch, type DueRow, findNewestPoint, eraseText, forgetAnswers, saveAnswers, type Trouble } from './queries.ts';

interface Thing {
  fullname: string;
  subreddit: string;
}
export interface LookResult {
  /** Views by fullname. */
  views: ReadonlyMap<string, Views>;
  /** The thread's post, this comment, and the replies below it. */
  below: (comment: FetchedItem) => Promise<FetchedItem[]>;
}

/** Looks up to 100 comments up. Throws `RedditFailure`. */
export type Look = (api: RedditApi, things: readonly Thing[], signal: AbortSignal) => Promise<LookResult>;

async function readViews(listings: Pick<Listings, 'info'>, names: readonly string[], signal: AbortSignal): Promise<Map<string, View>> {
  const { items, missing } = await listings.info(names, { signal });
  const views = new Map<string, View>(missing.map((name) => [name, 'missing']));
  for (const item of items) views.set(item.fullname, item);
  return views;
}

/** In a subreddit that others can't read, a missing comment tells nothing. */
async function withoutClosed(
  listings: Listings,
  { things, views }: { things: readonly Thing[]; views: Map<string, View> },
  signal: AbortSignal,
) {
  const doubtful = things.filter(({ fullname }) => views.get(fullname) === 'missing');
  if (doubtful.length === 0) return views;
  const open = await listings.openCommunities([...new Set(doubtful.map(({ subreddit }) => subreddit))], { signal });
  for (const { fullname, subreddit } of doubtful) if (!open.has(subreddit.toLowerCase())) views.set(fullname, null);
  return views;
}

/** Reads with the owner's account and, if the app has its own token, anonymously. Both use the shared request budget. */
export function createLook(findClient: () => Pick<RedditClient, 'app' | 'listings'> | null): Look {
  return async (api, things, signal) => {
    const client = findClient();
    const own = createListings(api);
    const names = things.map(({ fullname }) => fullname);
    const mine = await readViews(own, names, signal);
    const canAskOutside = client !== null && (await client.app.serves());
    const outside = canAskOutside ? await readViews(client.listings, names, signal) : new Map<string, View>();
    const theirs = canAskOutside ? await withoutClosed(client.listings, { things, views: outside }, signal) : outside;
    return {
      views: new Map(names.map((name) => [name, { own: mine.get(name) ?? null, outside: theirs.get(name) ?? null }])),
      below: ({ fullname, linkFullname }) =>
        linkFullname === null ? Promise.resolve([]) : own.branch(linkFullname.slice(3), fullname.slice(3), { signal }),
    };
  };
}

/** A comment as seen in one view; null if unknown. */
export type View = FetchedItem | 'missing' | null;

export interface Views {
  /** The author's view. */
  own: View;
  /** The view with the app's own token, which belongs to no account. */
  outside: View;
}

const goneOf = (view: View): FetchedItem['gone'] => (view === null || view === 'missing' ? null : view.gone);

/** Reddit's caches lag: a comment that is missing so soon may still appear. */
const lagMs = hourMs;

/**
 * The state of a reply; null if unknown. A removed comment still looks normal to its author, so only the outside view can
 * show that it is visible again.
 */
export function standingOf({ own, outside }: Views, { before, ageMs }: { before: ReplyState; ageMs: number }): ReplyState | null {
  const gone = new Set([goneOf(own), goneOf(outside)]);
  if (gone.has('deleted') || gone.has('account')) return 'deleted';
  if (gone.has('removed')) return 'removed';
  if (own === 'missing' ? outside === 'missing' || outside === null : outside === 'missing') return ageMs < lagMs ? before : 'hidden';
  if (outside !== null) return 'shown';
  if (own === null) return null;
  return before === 'removed' || before === 'hidden' ? before : 'own';
}

interface Answers {
  count: number;
  /** Authors of direct replies. */
  names: string[];
  /** Time (UTC ms) of the person's first comment below the reply. */
  personAt: number | null;
  /** Direct replies, and the person's comments further down, to which the reply's author hasn't responded; oldest first. */
  waiting: FetchedItem[];
}

interface Branch {
  fullname: string;
  /** Author of the reply. */
  account: string;
  /** The person replied to. */
  person: string | null;
}
const maxNames = 20;
/** Reddit requires deletions to be applied within two days, so unconfirmed names and texts are deleted after that. */
export const maxUnconfirmedMs = 2 * dayMs;
const isSame = (a: string | null, b: string | null): boolean => a !== null && b !== null && a.toLowerCase() === b.toLowerCase();

/** Finds the answers to a comment among the items of its thread, in any order. */
export function answersTo(items: readonly FetchedItem[], { fullname, account, person }: Branch): Answers {
  const childrenOf = Map.groupBy(items, ({ parentFullname }) => parentFullname);
  const below: FetchedItem[] = [];
  const parents = [fullname];
  // Visit each parent once, so that circular data can't loop forever.
  for (let name = parents.shift(); name; name = parents.shift()) {
    const children = childrenOf.get(name) ?? [];
    childrenOf.delete(name);
    below.push(...children);
    parents.push(...children.map((child) => child.fullname));
  }
  const others = below.filter(
    ({ author, gone, parentFullname }) => parentFullname === fullname && gone === null && !isSame(author, account),
  );
  const authors = [...new Set(others.flatMap(({ author }) => author ?? []))].slice(0, maxNames);
  const theirs = below.filter(({ author }) => isSame(author, person) && !isSame(author, account));
  const times = theirs.map(({ createdAt }) => createdAt);
  const responded = new Set(below.filter(({ author }) => isSame(author, account)).map(({ parentFullname }) => parentFullname));
  const waiting = [...new Set([...others, ...theirs])].filter(
    (item) => item.gone === null && item.author !== null && !responded.has(item.fullname),
  );
  return {
    count: others.length,
    names: authors,
    personAt: times.length > 0 ? Math.min(...times) : null,
    waiting: waiting.toSorted((a, b) => a.createdAt - b.createdAt).slice(-maxNames),
  };
}

/** Reddit's caches lag: an earlier check wouldn't find the reply yet. */
export const firstLookMs = 10 * minuteMs;
/** Hardly anyone votes or replies after this. */
export const watchedMs = 14 * dayMs;

/** Most votes and replies come in the first hours. */
const steps = [
  { upTo: 2 * hourMs, every: 15 * minuteMs },
  { upTo: 12 * hourMs, every: hourMs },
  { upTo: 2 * dayMs, every: 4 * hourMs },
  { upTo: watchedMs, every: dayMs },
];

/** Time of the next check, UTC ms; null if the reply is too old. */
function nextLook(sentAt: number, now: number): number | null {
  const step = steps.find(({ upTo }) => now - sentAt < upTo);
  return step ? Math.min(now + step.every, sentAt + watchedMs) : null;
}

/** Time of the next attempt after a failed check, UTC ms; `retryAt` is what Reddit asked for. */
const nextTry = (sentAt: number, now: number, retryAt: number | null): number | null =>
  now - sentAt < watchedMs ? Math.max(now + 15 * minuteMs, retryAt ?? 0) : null;

/** Result of one check. */
export interface Seen {
  state: ReplyState;
  points: number | null;
  locked: boolean;
  /** Null if they couldn't be read. */
  answers: Answers | null;
}

/** Whether others could see the reply before and no longer can. */
export const isTakenDown = (before: ReplyState, after: ReplyState): boolean =>
  before !== after && (after === 'removed' || (after === 'hidden' && before !== 'removed'));
const isBack = (before: ReplyState, after: ReplyState): boolean => after === 'shown' && (before === 'removed' || before === 'hidden');
export const isAnswered = (row: DueRow, { answers }: Seen): boolean => row.answered_at === null && (answers?.personAt ?? null) !== null;

/** Entries for the lead's timeline, without other people's text. */
function textsOf(row: DueRow, seen: Seen): string[] {
  const subreddit = `r/${row.subreddit}`;
  const texts: string[] = [];
  if (isAnswered(row, seen)) texts.push(`They replied to you in ${subreddit}`);
  if (isTakenDown(row.standing, seen.state))
    texts.push(seen.state === 'removed' ? `Your reply in ${subreddit} was removed` : `Others can't see your reply in ${subreddit}`);
  if (isBack(row.standing, seen.state)) texts.push(`Others can see your reply in ${subreddit} again`);
  if (seen.state === 'deleted' && row.standing !== 'deleted') texts.push(`You deleted your reply in ${subreddit}`);
  return texts;
}

async function note(trx: Trx, row: DueRow, { seen, now }: { seen: Seen; now: number }): Promise<void> {
  const { lead_id: leadId, post_id: postId } = row;
  if (leadId === null) return;
  await addEvents(
    trx,
    textsOf(row, seen).map((text) => ({ leadId, kind: 'answer', text, postId, by: row.sent_by })),
    now,
  );
}

/** Old and deleted replies are no longer checked; the names of other people are then deleted. */
function changesOf(row: DueRow, { state, points, locked, answers }: Seen, now: number) {
  const next_at = state === 'deleted' ? null : nextLook(row.sent_at, now);
  const names = answers ? JSON.stringify(answers.names) : row.answerers;
  return {
    next_at,
    read_at: now,
    standing: state,
    points: points ?? row.points,
    locked: locked ? 1 : 0,
    answers: answers?.count ?? row.answers,
    answerers: next_at === null ? '[]' : names,
    answered_at: row.answered_at ?? answers?.personAt ?? null,
  };
}

const shownColumns = ['standing', 'points', 'locked', 'answers', 'answerers', 'answered_at'] as const;

/** Records the result of a check, and whether it differs from the last one; null if another process has checked in the meantime. */
export function recordSeen(db: Db, row: DueRow, { seen, now }: { seen: Seen; now: number }): Promise<{ changed: boolean } | null> {
  const changes = changesOf(row, seen, now);
  return transact(db, async (trx) => {
    if (!(await changeWatch(trx, row, changes))) return null;
    const last = await findNewestPoint(trx, row.outbox_id);
    await addPoint(trx, { outbox_id: row.outbox_id, at: now, standing: seen.state, points: changes.points, answers: changes.answers });
    if (seen.state === 'deleted') await eraseText(trx, row.outbox_id);
    const waiting = seen.state === 'deleted' ? [] : (seen.answers?.waiting ?? null);
    const saved = waiting !== null && (await saveAnswers(trx, row, { waiting, now })).changed;
    if (changes.next_at === null) await forgetAnswers(trx, row.outbox_id);
    await note(trx, row, { seen, now });
    const isNew = last?.standing !== seen.state || changes.next_at === null;
    return { changed: saved || isNew || shownColumns.some((column) => changes[column] !== row[column]) };
  });
}

/** Records a failed check and when to try again, and whether that is news. Earlier results stay. */
export function recordTrouble(
  db: Db,
  row: DueRow,
  { why, now, retryAt }: { why: Trouble | null; now: number; retryAt: number | null },
): Promise<{ changed: boolean }> {
  return transact(db, async (trx) => {
    const next_at = nextTry(row.sent_at, now, retryAt);
    const ends = next_at === null;
    if (!(await changeWatch(trx, row, { next_at, ...(ends && { answerers: '[]' }) }))) return { changed: false };
    if (ends) await forgetAnswers(trx, row.outbox_id);
    const last = await findNewestPoint(trx, row.outbox_id);
    if (why === null || last?.standing === why) return { changed: ends };
    await addPoint(trx, { outbox_id: row.outbox_id, at: now, standing: why, points: null, answers: null });
    return { changed: true };
  });
}
