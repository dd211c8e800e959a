import type { Reply } from '#shared/outbox.ts';
import { transact, type Db } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import type { ConnectedAccount } from '#core/reddit/account/service.ts';
import { type ConsequenceDeps, createConsequences } from './consequences.ts';
import type { Look, LookResult } from './look.ts';
import { presentReply } from './present.ts';
import { adopt, type DueRow, listDue, listPoints, listShown } from './queries.ts';
import { isAnswered, isTakenDown, recordSeen, recordTrouble, type Seen } from './recording.ts';
import { firstLookMs, watchedMs } from './rhythm.ts';
import { answersTo, standingOf, type Views } from './reply-state.ts';

interface Deps extends ConsequenceDeps {
  db: Db;
  look: Look;
  findConnected: (userId: number) => Promise<ConnectedAccount | null>;
}

export interface LookSummary {
  looked: number;
  answered: number;
  takenDown: number;
  failed: number;
}

const batch = 500;
const together = 100;

const itemOf = ({ own, outside }: Views): FetchedItem | null => [own, outside].find((view) => view !== null && view !== 'missing') ?? null;

function* inHundreds(rows: readonly DueRow[]): Generator<DueRow[]> {
  for (let start = 0; start < rows.length; start += together) yield rows.slice(start, start + together);
}

/** Reads one reply; null if its state is unknown. Throws `RedditFailure` unless only the thread is the cause. */
async function readOne(row: DueRow, looking: LookResult, now: number): Promise<Seen | null> {
  const views = looking.views.get(row.thing_fullname) ?? { own: null, outside: null };
  const state = standingOf(views, { before: row.standing, ageMs: now - row.sent_at });
  if (state === null) return null;
  const item = state === 'deleted' ? null : itemOf(views);
  const things = item && (await belowOrNull(looking, item));
  const isLocked = (things ?? []).some(({ kind, fullname, locked }) => locked && (kind === 'post' || fullname === row.thing_fullname));
  return {
    state,
    points: item && item.score,
    locked: things === null ? row.locked === 1 : isLocked,
    answers: things && answersTo(things, { fullname: row.thing_fullname, account: row.account, person: row.person }),
  };
}

async function belowOrNull(looking: LookResult, item: FetchedItem) {
  try {
    return await looking.below(item);
  } catch (error) {
    if (error instanceof RedditFailure && error.ofStream) return null;
    throw error;
  }
}

function createLooking(deps: Deps) {
  const { db, bus, now, look, findConnected } = deps;
  const follow = createConsequences(deps);

  async function settle(row: DueRow, looking: LookResult, done: LookSummary): Promise<void> {
    const at = now();
    const seen = await readOne(row, looking, at);
    if (seen === null) {
      done.failed += 1;
      return recordTrouble(db, row, { why: 'unreadable', now: at, retryAt: null });
    }
    await follow(row, seen);
    if (!(await recordSeen(db, row, { seen, now: at }))) return;
    done.looked += 1;
    if (isAnswered(row, seen)) done.answered += 1;
    if (isTakenDown(row.standing, seen.state)) done.takenDown += 1;
  }

  /** Checks up to 100 replies of one account. Failed ones are retried later. */
  async function lookAt(account: ConnectedAccount, rows: readonly DueRow[], { signal, done }: { signal: AbortSignal; done: LookSummary }) {
    const left = [...rows];
    try {
      const things = rows.map(({ thing_fullname, subreddit }) => ({ fullname: thing_fullname, subreddit }));
      const looking = await look(account.api, things, signal);
      for (let row = left[0]; row && !signal.aborted; row = left[0]) {
        await settle(row, looking, done);
        left.shift();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RedditFailure)) throw error;
      done.failed += left.length;
      // A used-up request budget isn't reported as a failure.
      const why = error.kind === 'limited' ? null : 'unreadable';
      for (const row of left) await recordTrouble(db, row, { why, now: now(), retryAt: error.retryAt });
    }
  }

  /** Checks the due replies of one user. */
  return async function lookFor(userId: number, rows: readonly DueRow[], { signal, done }: { signal: AbortSignal; done: LookSummary }) {
    const account = await findConnected(userId);
    const name = account?.username.toLowerCase();
    const mine = rows.filter((row) => row.account === name);
    for (const row of rows.filter(({ account: other }) => other !== name))
      await recordTrouble(db, row, { why: 'unconnected', now: now(), retryAt: null });
    for (const some of inHundreds(mine)) if (account && !signal.aborted) await lookAt(account, some, { signal, done });
    bus.announce(String(userId), ['replies-changed']);
  };
}

/** Tracks posted replies: score, answers, removal. */
export function createReplyWatch(deps: Deps) {
  const { db, now } = deps;
  const lookFor = createLooking(deps);
  return {
    /** For the job. A failing account doesn't delay others. */
    async lookDue(signal: AbortSignal): Promise<LookSummary> {
      const done: LookSummary = { looked: 0, answered: 0, takenDown: 0, failed: 0 };
      await transact(db, (trx) => adopt(trx, { since: now() - watchedMs, firstMs: firstLookMs }));
      const due = await listDue(db, now(), batch);
      for (const [userId, rows] of Map.groupBy(due, ({ user_id }) => user_id)) {
        if (signal.aborted) break;
        await lookFor(userId, rows, { signal, done });
      }
      return done;
    },
    /** Tracking results by outbox ID. The caller must have checked that the replies belong to the user. */
    async listReplies(outboxIds: readonly number[]): Promise<Map<number, Reply>> {
      const rows = await listShown(db, outboxIds);
      const points = Map.groupBy(await listPoints(db, outboxIds), ({ outbox_id }) => outbox_id);
      return new Map(rows.map((row) => [row.outbox_id, presentReply(row, points.get(row.outbox_id) ?? [])]));
    },
  };
}
export type ReplyWatch = ReturnType<typeof createReplyWatch>;
