import type { Post } from '#shared/posts.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import { AppError } from '#core/platform/errors.ts';
import { fullnameOrNull } from '#core/reddit/client/wire.ts';
import type { ConnectedAccount } from '#core/reddit/account/service.ts';
import { hashOf } from './text-hash.ts';
import type { NewOutboxRow } from './queries.ts';

export interface AgreementDeps {
  now: Now;
  getPost: (actor: Actor, id: string) => Promise<Post>;
  findConnected: (userId: number) => Promise<ConnectedAccount | null>;
  /** Throws `conflict` with the reason for a reply that must not be sent. */
  refuseStopped: (actor: Actor, postId: string, text: string) => Promise<void>;
}

/** Throws `forbidden` for the system: it has no Reddit account. */
export function userIdOf(actor: Actor): number {
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only a user can reply');
  return Number(actor.userId);
}

function refuseUnanswerable(post: Post): void {
  if (post.goneAt !== null) throw new AppError('conflict', 'The author deleted this on Reddit');
  if (post.sample || fullnameOrNull(post.fullname) === null || post.permalink === null)
    throw new AppError('conflict', "This didn't come from Reddit, so you can't reply to it there");
}

/** Builds the outbox row, except for its time, when a user agrees to post this text from the connected account. */
export function createAgreement({ now, getPost, findConnected, refuseStopped }: AgreementDeps) {
  return async function agree(actor: Actor, postId: string, message: string): Promise<Omit<NewOutboxRow, 'due_at' | 'scheduled_at'>> {
    const userId = userIdOf(actor);
    const post = await getPost(actor, postId);
    refuseUnanswerable(post);
    const account = await findConnected(userId);
    if (!account) throw new AppError('conflict', 'Connect your Reddit account first');
    if (!account.canPost) throw new AppError('conflict', 'Allow posting first. Reddit asks you once.');
    await refuseStopped(actor, postId, message);
    return {
      user_id: userId,
      post_id: Number(postId),
      account: account.username.toLowerCase(),
      parent_fullname: post.fullname,
      subreddit: post.subreddit.toLowerCase(),
      text: message,
      text_hash: hashOf({ account: account.username, parent: post.fullname, text: message }),
      state: 'queued',
      created_at: now(),
    };
  };
}
