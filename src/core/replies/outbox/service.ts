import { isoTime } from '#core/platform/clock.ts';
import type { Page, Person } from '#shared/common.ts';
import { type Held, holdMs, type OutboxItem, type OutboxState, type Outcome, type Reply, undoGraceMs } from '#shared/outbox.ts';
import type { Post } from '#shared/posts.ts';
import { listPeople } from '#core/accounts/queries.ts';
import { type Actor, workspaceOf } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Runner } from '#core/platform/runner.ts';
import { AppError } from '#core/platform/errors.ts';
import { type Below, type NewestQuery, pageNewest } from '#core/platform/paging/cursor.ts';
import { createAgreement, enqueue } from './enqueue.ts';
import { changeRow, findRow, listRows, mayChange, type OutboxRow, removeUntried, requireOwnReply } from './queries.ts';
import { createSender, maxLooks, type SenderDeps } from './sender.ts';

export interface OutboxDeps extends SenderDeps {
  getPost: (actor: Actor, id: string) => Promise<Post>;
  runner: Runner;
  writeAudit: WriteAudit;
  /** Outcomes of the replies that are on Reddit, by ID. */
  listReplies: (ids: readonly number[]) => Promise<Map<number, Reply>>;
  /** Tells who may approve this reply that it waits for them. */
  askApproval: (id: number) => Promise<void>;
}

interface SendRequest {
  postId: string;
  message: string;
  followUpAt?: string | null;
  answerId?: string | undefined;
  account?: string | undefined;
}

const noRow = () => new AppError('not_found', 'Reply not found');

export const postAfterMs = holdMs + undoGraceMs;
/** Timers can be a moment early. */
const timerSlackMs = 50;

const takenBack = { state: 'failed', held: null, error_code: 'canceled', error: 'You took this reply back.' } as const;
const isBeingPosted = "This reply is being posted, so it can't be undone";
const undoRefusals: Record<OutboxState, string> = {
  queued: isBeingPosted,
  sending: isBeingPosted,
  sent: "This reply was posted, so it can't be undone",
  unknown: "This reply may be on Reddit already, so it can't be undone",
  failed: "This reply wasn't posted, so there is nothing to undo",
};

const nextAt = ({ state, held, due_at, looks }: OutboxRow): string | null =>
  (state === 'queued' && held === null) || (state === 'unknown' && looks < maxLooks) ? isoTime(due_at) : null;

interface Shown {
  actor: Actor;
  reply: Reply | undefined;
  people: ReadonlyMap<number | null, Person>;
}
const present = (row: OutboxRow, { actor, reply, people }: Shown): OutboxItem => ({
  id: String(row.id),
  postId: row.post_id === null ? null : String(row.post_id),
  account: row.account,
  sentBy: people.get(row.sent_by) ?? null,
  approvedBy: people.get(row.approved_by) ?? null,
  canChange: mayChange(actor, row),
  subreddit: row.subreddit,
  message: row.text,
  state: row.state,
  held: row.state === 'queued' ? row.held : null,
  createdAt: isoTime(row.created_at),
  nextAt: nextAt(row),
  sentAt: isoTime(row.sent_at),
  permalink: row.permalink,
  error: row.error,
  reply: reply ?? null,
});

/** Holds replies back for as long as they can be undone. */
function createHolding(deps: Omit<OutboxDeps, 'runner' | 'listReplies'>, sendSoon: () => void) {
  const { db, bus, now } = deps;
  const agree = createAgreement(deps);
  const holds = new Set<NodeJS.Timeout>();
  /** If the server stops before, the job sends it. */
  const sendAfterHold = () => {
    const timer = setTimeout(() => {
      holds.delete(timer);
      sendSoon();
    }, postAfterMs + timerSlackMs);
    holds.add(timer.unref());
  };
  /** One that was tried is kept, because Reddit may have posted it all the same. */
  const takeBack = async (row: OutboxRow): Promise<boolean> => {
    if (row.state !== 'queued') return row.error_code === takenBack.error_code;
    return row.tried_at === null ? removeUntried(db, row) : (row.due_at > now() || row.held !== null) && changeRow(db, row, takenBack);
  };
  return {
    sendAfterHold,
    /** Stores the reply, then sends it in the background once it can no longer be undone. Throws `conflict` and `too_many`. */
    async send(
      actor: Actor,
      { followUpAt = null, ...reply }: SendRequest,
    ): Promise<{ outboxId: string; state: OutboxState; held: Held | null }> {
      const agreed = await agree(actor, reply);
      const follow_up_at = followUpAt === null ? null : Date.parse(followUpAt);
      const { id, state } = await enqueue(db, { ...agreed, due_at: now() + postAfterMs, scheduled_at: null, follow_up_at });
      await deps.writeAudit(actor, { action: 'answer-agreed', target: `outbox:${id}`, details: { planned: false } });
      bus.announce(String(agreed.user_id), ['replies-changed']);
      if (agreed.held === 'approval') await deps.askApproval(id);
      else sendAfterHold();
      return { outboxId: String(id), state, held: agreed.held };
    },
    /** Throws `conflict` once it is being posted. */
    async undo(actor: Actor, id: string): Promise<null> {
      const row = await findRow(db, { id: Number(id), user_id: workspaceOf(actor) });
      if (!row) throw noRow();
      requireOwnReply(actor, row);
      if (!(await takeBack(row))) throw new AppError('conflict', undoRefusals[row.state]);
      bus.announce(String(row.user_id), ['replies-changed']);
      return null;
    },
    end(): void {
      for (const timer of holds) clearTimeout(timer);
    },
  };
}

/** Posts replies from connected accounts: exactly what the user agreed to, at most once. */
export function createOutbox({ getPost, runner, listReplies, ...deps }: OutboxDeps) {
  const { db, now } = deps;
  const sender = createSender(deps);
  const presentAll = async (actor: Actor, rows: readonly OutboxRow[]): Promise<OutboxItem[]> => {
    const replies = await listReplies(rows.map(({ id }) => id));
    const people: ReadonlyMap<number | null, Person> = await listPeople(
      db,
      rows.flatMap(({ sent_by, approved_by }) => [sent_by, approved_by]),
    );
    return rows.map((row) => present(row, { actor, reply: replies.get(row.id), people }));
  };
  const sendSoon = () => runner.start('outbox', async (signal) => void (await sender.sendDue(signal)));
  const holding = createHolding({ ...deps, getPost }, sendSoon);

  return {
    async list(actor: Actor, { postId, ...query }: NewestQuery & { postId?: string | undefined }): Promise<Page<OutboxItem>> {
      const of = { userId: workspaceOf(actor), postId: postId === undefined ? null : Number(postId) };
      const read = (below: Below) => listRows(db, { ...of, ...below });
      const { items, nextCursor } = await pageNewest({ list: 'outbox', ...query }, read, (row) => row);
      return { items: await presentAll(actor, items), nextCursor, total: null };
    },
    /** Records the outcome reported by the user. Throws `conflict` if it is already known. */
    async resolve(actor: Actor, id: string, outcome: Outcome): Promise<OutboxItem> {
      const mine = { id: Number(id), user_id: workspaceOf(actor) };
      const row = await findRow(db, mine);
      if (!row) throw noRow();
      requireOwnReply(actor, row);
      const settled = {
        sent: { state: 'sent', sent_at: now(), error: null },
        'not-sent': { state: 'failed', error_code: 'not-sent', error: "You said it isn't on Reddit." },
        'look-again': { due_at: now(), looks: maxLooks - 1 },
      } as const;
      if (row.state !== 'unknown' || !(await sender.record(row, settled[outcome])))
        throw new AppError('conflict', 'The outcome of this reply is already known');
      if (outcome === 'look-again') await sender.sendDue(new AbortController().signal);
      const after = await findRow(db, mine);
      if (!after) throw noRow();
      const [item] = await presentAll(actor, [after]);
      if (!item) throw noRow();
      return item;
    },
    sendAfterHold: holding.sendAfterHold,
    send: holding.send,
    undo: holding.undo,
    sendSoon,
    /** For the job: sends due replies and looks up those with an unclear result. */
    sendDue: sender.sendDue,
    settled: runner.settled,
    close(): Promise<void> {
      holding.end();
      return runner.close();
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
