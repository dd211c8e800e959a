import { createHash } from 'node:crypto';
import type { OutboxState } from '#shared/outbox.ts';
import type { Post } from '#shared/posts.ts';
import { dayMs } from '#shared/time.ts';
import { listApprovers } from '#core/accounts/workspaces/queries.ts';
import { type Actor, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { ConnectedAccount } from '#core/reddit/account/service.ts';
import { fullnameOrNull } from '#core/reddit/client/wire.ts';
import { type NewOutboxRow, changeRow, countRecent, findAnswer, findLastAccount, findSame, insertRow } from './queries.ts';
import { countScheduled } from './schedule-queries.ts';

/** One of the person's accounts by its name in lower case; null: the usual one. */
export type FindConnected = (userId: number, name: string | null) => Promise<ConnectedAccount | null>;
export type RefuseStopped = (actor: Actor, reply: { postId: string; text: string; account: string; own?: number }) => Promise<void>;

/** The account that a reply is sent from: the one chosen, the one last used in this campaign, or the usual one. */
export async function chooseAccount(
  { db, findConnected }: Pick<AgreementDeps, 'db' | 'findConnected'>,
  { userId, campaignId, asked }: { userId: number; campaignId: string; asked: string | undefined },
): Promise<ConnectedAccount | null> {
  if (asked !== undefined) return findConnected(userId, asked.toLowerCase());
  const last = await findLastAccount(db, { userId, campaignId });
  return (last === null ? null : await findConnected(userId, last)) ?? findConnected(userId, null);
}

export interface AgreementDeps {
  db: Db;
  now: Now;
  getPost: (actor: Actor, id: string) => Promise<Post>;
  findConnected: FindConnected;
  /** Throws `conflict` with the reason for a reply that must not be sent. */
  refuseStopped: RefuseStopped;
}

function refuseUnanswerable(post: Post): void {
  if (post.goneAt !== null) throw new AppError('conflict', 'The author deleted this on Reddit');
  if (post.sample || fullnameOrNull(post.fullname) === null || post.permalink === null)
    throw new AppError('conflict', "This didn't come from Reddit, so you can't reply to it there");
}

/** Whether somebody else has to approve what this person writes. */
export const approvalOf = async (db: Db, of: { workspace_id: number; user_id: number }): Promise<'approval' | null> =>
  (await listApprovers(db, of)).length > 0 ? 'approval' : null;

/** Builds the outbox row, except for its time, when a user agrees to post this text from one of their accounts. */
export function createAgreement({ db, now, getPost, findConnected, refuseStopped }: AgreementDeps) {
  return async function agree(
    actor: Actor,
    {
      postId,
      message,
      answerId,
      account: asked,
    }: { postId: string; message: string; answerId?: string | undefined; account?: string | undefined },
  ): Promise<Omit<NewOutboxRow, 'due_at' | 'scheduled_at' | 'follow_up_at'>> {
    const [userId, sender] = [workspaceOf(actor), userIdOf(actor)];
    const post = await getPost(actor, postId);
    refuseUnanswerable(post);
    const account = await chooseAccount({ db, findConnected }, { userId: sender, campaignId: post.campaignId, asked });
    if (!account && asked !== undefined) throw new AppError('conflict', `u/${asked} isn't one of your connected Reddit accounts`);
    if (!account) throw new AppError('conflict', 'Connect your Reddit account first');
    if (!account.canPost) throw new AppError('conflict', 'Allow posting first. Reddit asks you once.');
    await refuseStopped(actor, { postId, text: message, account: account.username });
    const parent = answerId === undefined ? post.fullname : await findAnswer(db, { userId, postId, id: answerId });
    if (parent === undefined) throw new AppError('not_found', 'This comment is no longer available');
    return {
      user_id: userId,
      sent_by: sender,
      post_id: Number(postId),
      account: account.username.toLowerCase(),
      parent_fullname: parent,
      subreddit: post.subreddit.toLowerCase(),
      text: message,
      text_hash: hashOf({ account: account.username, parent, text: message }),
      state: 'queued',
      held: await approvalOf(db, { workspace_id: userId, user_id: sender }),
      approved_by: null,
      created_at: now(),
    };
  };
}

/** Identifies what a user agreed to send: this text, as a reply to this item, from this account. */
export const hashOf = ({ account, parent, text }: { account: string; parent: string; text: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([account.toLowerCase(), parent, text]))
    .digest('hex');

/** Well below what Reddit treats as spam. */
export const caps = { account: 20, subreddit: 5 };

const asSpam = 'more look like spam. Try again tomorrow.';

/** Throws `too_many` if this account has too many posted or scheduled replies around that time. */
export async function refuseCrowded(
  trx: Trx,
  {
    account,
    subreddit,
    created_at,
    due_at,
    scheduled_at,
  }: Pick<NewOutboxRow, 'account' | 'subreddit' | 'created_at' | 'due_at' | 'scheduled_at'>,
  but: number | null = null,
): Promise<void> {
  const count = (where: { subreddit?: string }): Promise<number> =>
    scheduled_at === null
      ? countRecent(trx, { account, since: created_at - dayMs, but, ...where })
      : countScheduled(trx, { account, at: due_at, but, ...where });
  const [all, here] = [await count({}), await count({ subreddit })];
  if (all >= caps.account) throw new AppError('too_many', `You can post at most ${caps.account} replies a day, because ${asSpam}`);
  if (here >= caps.subreddit)
    throw new AppError('too_many', `You can post at most ${caps.subreddit} replies a day in r/${subreddit}, because ${asSpam}`);
}

/** Throws `conflict` if the same account has already posted or queued the same reply. */
export function refuseSame(same: { state: string; user_id: number } | undefined, userId: number): void {
  if (same && same.state !== 'failed') throw new AppError('conflict', "You've already sent this reply");
  if (same && same.user_id !== userId) throw new AppError('conflict', 'Another user already tried to send this reply with this account');
}

/** Stores a reply, or queues a failed one again. Throws `conflict` for a posted one, and `too_many`. */
export async function enqueue(db: Db, row: NewOutboxRow): Promise<{ id: number; state: OutboxState }> {
  return transact(db, async (trx) => {
    const same = await findSame(trx, row);
    refuseSame(same, row.user_id);
    await refuseCrowded(trx, row);
    if (!same) return { id: await insertRow(trx, row), state: row.state };
    await changeRow(trx, same, { ...row, looks: 0, error_code: null, error: null });
    return { id: same.id, state: row.state };
  });
}
