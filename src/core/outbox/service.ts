import type { Page } from '#shared/common.ts';
import type { OutboxItem, OutboxState, Outcome } from '#shared/outbox.ts';
import type { Post } from '#shared/posts.ts';
import type { Actor } from '../actor.ts';
import type { Runner } from '../discovery/runner.ts';
import { AppError } from '../errors.ts';
import { type NewestQuery, pageNewest } from '../newest-first.ts';
import { fullnameOrNull } from '../reddit/wire.ts';
import { hashOf } from './agreed.ts';
import { enqueue } from './enqueue.ts';
import { changeRow, findRow, listRows, type OutboxRow } from './queries.ts';
import { mostLooks } from './looking.ts';
import { createSender, type SenderDeps } from './sender.ts';

interface Deps extends SenderDeps {
  getPost: (actor: Actor, id: string) => Promise<Post>;
  /** Throws `conflict` in words for an answer that must not be sent. */
  refuseStopped: (actor: Actor, postId: string, text: string) => Promise<void>;
  runner: Runner;
}

const noRow = () => new AppError('not_found', 'There is no such answer');

const nextAt = ({ state, due_at, looks }: OutboxRow): string | null =>
  state === 'queued' || (state === 'unknown' && looks < mostLooks) ? new Date(due_at).toISOString() : null;

const present = (row: OutboxRow): OutboxItem => ({
  id: String(row.id),
  postId: row.post_id === null ? null : String(row.post_id),
  account: row.account,
  subreddit: row.subreddit,
  message: row.text,
  state: row.state,
  createdAt: new Date(row.created_at).toISOString(),
  nextAt: nextAt(row),
  sentAt: row.sent_at === null ? null : new Date(row.sent_at).toISOString(),
  permalink: row.permalink,
  error: row.error,
});

function userIdOf(actor: Actor): number {
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only a user can answer');
  return Number(actor.userId);
}

function refuseUnanswerable(post: Post): void {
  if (post.goneAt !== null) throw new AppError('conflict', 'The author has taken this down on Reddit');
  if (post.sample || fullnameOrNull(post.fullname) === null || post.permalink === null)
    throw new AppError('conflict', 'This did not come from Reddit, so it cannot be answered there');
}

/** Answers in the name of connected accounts: what the user agreed to, at most once. */
export function createOutbox({ getPost, refuseStopped, runner, ...deps }: Deps) {
  const { db, bus, now, findConnected } = deps;
  const sender = createSender(deps);
  const sendSoon = () => runner.start('outbox', async (signal) => void (await sender.sendDue(signal)));

  return {
    /** Writes down what the user agreed to, then sends it in the background. Throws `conflict` and `too_many`. */
    async send(actor: Actor, postId: string, message: string): Promise<{ outboxId: string; state: OutboxState }> {
      const userId = userIdOf(actor);
      const post = await getPost(actor, postId);
      refuseUnanswerable(post);
      const account = await findConnected(userId);
      if (!account) throw new AppError('conflict', 'Connect your Reddit account first');
      if (!account.canPost) throw new AppError('conflict', 'Allow posting first: Reddit asks you once');
      await refuseStopped(actor, postId, message);
      const { id, state } = await enqueue(db, {
        user_id: userId,
        post_id: Number(postId),
        account: account.username.toLowerCase(),
        parent_fullname: post.fullname,
        subreddit: post.subreddit.toLowerCase(),
        text: message,
        text_hash: hashOf({ account: account.username, parent: post.fullname, text: message }),
        state: 'queued',
        due_at: now(),
        created_at: now(),
      });
      bus.stale(String(userId), ['/outbox']);
      sendSoon();
      return { outboxId: String(id), state };
    },
    async list(actor: Actor, { postId, ...query }: NewestQuery & { postId?: string | undefined }): Promise<Page<OutboxItem>> {
      const of = { userId: userIdOf(actor), postId: postId === undefined ? null : Number(postId) };
      const page = await pageNewest({ list: 'outbox', ...query }, (below) => listRows(db, { ...of, ...below }), present);
      return { ...page, total: null };
    },
    /** Throws `conflict` for one whose outcome is known. */
    async resolve(actor: Actor, id: string, outcome: Outcome): Promise<OutboxItem> {
      const mine = { id: Number(id), user_id: userIdOf(actor) };
      const row = await findRow(db, mine);
      if (!row) throw noRow();
      const settled = {
        sent: { state: 'sent', sent_at: now(), error: null },
        'not-sent': { state: 'failed', error_code: 'not-sent', error: 'You said that it does not stand on Reddit.' },
        'look-again': { due_at: now(), looks: mostLooks - 1 },
      } as const;
      if (row.state !== 'unknown' || !(await changeRow(db, row, settled[outcome])))
        throw new AppError('conflict', 'It is known what became of this one');
      if (outcome === 'look-again') await sender.sendDue(new AbortController().signal);
      bus.stale(String(mine.user_id), ['/outbox']);
      const after = await findRow(db, mine);
      if (!after) throw noRow();
      return present(after);
    },
    /** For the job: sends what is due and looks for what is unclear. */
    sendDue: sender.sendDue,
    settled: runner.settled,
    close: runner.close,
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
