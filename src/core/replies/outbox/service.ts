import { isoTime } from '#core/platform/clock.ts';
import type { Page } from '#shared/common.ts';
import type { OutboxItem, OutboxState, Outcome, Reply } from '#shared/outbox.ts';
import type { Post } from '#shared/posts.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Runner } from '#core/platform/runner.ts';
import { AppError } from '#core/platform/errors.ts';
import { type Below, type NewestQuery, pageNewest } from '#core/platform/paging/newest-first.ts';
import { createAgreement, enqueue } from './enqueue.ts';
import { changeRow, findRow, listRows, type OutboxRow } from './queries.ts';
import { createSender, maxLooks, type SenderDeps } from './sender.ts';

export interface OutboxDeps extends SenderDeps {
  getPost: (actor: Actor, id: string) => Promise<Post>;
  runner: Runner;
  writeAudit: WriteAudit;
  /** Outcomes of the replies that are on Reddit, by ID. */
  listReplies: (ids: readonly number[]) => Promise<Map<number, Reply>>;
}

const noRow = () => new AppError('not_found', 'Reply not found');

const nextAt = ({ state, held, due_at, looks }: OutboxRow): string | null =>
  (state === 'queued' && held === null) || (state === 'unknown' && looks < maxLooks) ? isoTime(due_at) : null;

const present = (row: OutboxRow, reply: Reply | undefined): OutboxItem => ({
  id: String(row.id),
  postId: row.post_id === null ? null : String(row.post_id),
  account: row.account,
  subreddit: row.subreddit,
  message: row.text,
  state: row.state,
  createdAt: isoTime(row.created_at),
  nextAt: nextAt(row),
  sentAt: isoTime(row.sent_at),
  permalink: row.permalink,
  error: row.error,
  reply: reply ?? null,
});

/** Posts replies from connected accounts: exactly what the user agreed to, at most once. */
export function createOutbox({ getPost, runner, listReplies, ...deps }: OutboxDeps) {
  const { db, bus, now } = deps;
  const sender = createSender(deps);
  const agree = createAgreement({ ...deps, getPost });
  const presentAll = async (rows: readonly OutboxRow[]): Promise<OutboxItem[]> => {
    const replies = await listReplies(rows.map(({ id }) => id));
    return rows.map((row) => present(row, replies.get(row.id)));
  };
  const sendSoon = () => runner.start('outbox', async (signal) => void (await sender.sendDue(signal)));

  return {
    /** Stores the reply, then sends it in the background. Throws `conflict` and `too_many`. */
    async send(actor: Actor, postId: string, message: string): Promise<{ outboxId: string; state: OutboxState }> {
      const agreed = await agree(actor, postId, message);
      const { id, state } = await enqueue(db, { ...agreed, due_at: now(), scheduled_at: null });
      await deps.writeAudit(actor, { action: 'answer-agreed', target: `outbox:${id}`, details: { planned: false } });
      bus.announce(String(agreed.user_id), ['replies-changed']);
      sendSoon();
      return { outboxId: String(id), state };
    },
    async list(actor: Actor, { postId, ...query }: NewestQuery & { postId?: string | undefined }): Promise<Page<OutboxItem>> {
      const of = { userId: userIdOf(actor), postId: postId === undefined ? null : Number(postId) };
      const read = (below: Below) => listRows(db, { ...of, ...below });
      const { items, nextCursor } = await pageNewest({ list: 'outbox', ...query }, read, (row) => row);
      return { items: await presentAll(items), nextCursor, total: null };
    },
    /** Records the outcome reported by the user. Throws `conflict` if it is already known. */
    async resolve(actor: Actor, id: string, outcome: Outcome): Promise<OutboxItem> {
      const mine = { id: Number(id), user_id: userIdOf(actor) };
      const row = await findRow(db, mine);
      if (!row) throw noRow();
      const settled = {
        sent: { state: 'sent', sent_at: now(), error: null },
        'not-sent': { state: 'failed', error_code: 'not-sent', error: "You said it isn't on Reddit." },
        'look-again': { due_at: now(), looks: maxLooks - 1 },
      } as const;
      if (row.state !== 'unknown' || !(await changeRow(db, row, settled[outcome])))
        throw new AppError('conflict', 'The outcome of this reply is already known');
      if (outcome === 'look-again') await sender.sendDue(new AbortController().signal);
      bus.announce(String(mine.user_id), ['replies-changed']);
      const after = await findRow(db, mine);
      if (!after) throw noRow();
      const [item] = await presentAll([after]);
      if (!item) throw noRow();
      return item;
    },
    sendSoon,
    /** For the job: sends due replies and looks up those with an unclear result. */
    sendDue: sender.sendDue,
    settled: runner.settled,
    close: runner.close,
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
