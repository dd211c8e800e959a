import type { MailLink } from '#shared/mail-links.ts';
import type { DismissReason, Post } from '#shared/posts.ts';
import type { CoreContext } from '#core/context.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { LinkClaims, Links } from '#core/platform/email/links.ts';
import { AppError } from '#core/platform/errors.ts';
import { changeChannel, findChannel, isActiveUser } from './channel-queries.ts';

export interface MailLinkDeps extends Pick<CoreContext, 'db' | 'bus' | 'now'> {
  links: Links;
  getPost: (actor: Actor, id: string) => Promise<Post>;
  ratePost: (actor: Actor, id: string, result: { verdict: 'wrong'; reason: DismissReason }) => Promise<Post>;
  reports: ReportLinks;
}

/** What links in emails with reports do. */
export interface ReportLinks {
  /** Throws `not_found` for a workspace that no longer exists. */
  read(of: ReportReader): Promise<{ about: string; done: boolean }>;
  setSubscribed(of: ReportReader, isSubscribed: boolean): Promise<void>;
}
interface ReportReader {
  userId: number;
  email: string;
}

const tooOld = () =>
  new AppError('not_found', 'This link has expired or is incomplete. Open it from the email again, or change your notification settings.');
const unsubscribed = 'You unsubscribed with a link in an email.';

/** Handles links in emails. Each acts for the user it was made for, and only on the object it names. */
export function createMailLinks({ db, bus, now, links, getPost, ratePost, reports }: MailLinkDeps) {
  async function claimsOf(token: string): Promise<LinkClaims & { actor: Actor }> {
    const claims = links.read(token, now());
    if (!claims || (claims.action !== 'stop-reports' && !(await isActiveUser(db, claims.userId)))) throw tooOld();
    return { ...claims, actor: { kind: 'user', userId: String(claims.userId), role: 'user' } };
  }

  async function channelOf({ id, userId }: LinkClaims) {
    const channel = await findChannel(db, { id, userId });
    if (!channel) throw tooOld();
    return channel;
  }

  async function read(token: string): Promise<MailLink> {
    const claims = await claimsOf(token);
    if (claims.action === 'stop-reports') return { action: claims.action, ...(await reports.read(claims)) };
    if (claims.action === 'unsubscribe') {
      const channel = await channelOf(claims);
      return { action: claims.action, about: channel.name, done: channel.paused !== null };
    }
    const post = await getPost(claims.actor, String(claims.id));
    return { action: claims.action, about: post.title || 'A conversation', done: post.feedback?.verdict === 'wrong' };
  }

  return {
    /** Read-only. Throws `not_found` for a link that is forged, expired, or about something deleted. */
    read,
    /** Idempotent: repeating it has no further effect. `undo` subscribes to reports again. */
    async act(token: string, { reason = 'no-need', undo = false }: { reason?: DismissReason; undo?: boolean } = {}): Promise<MailLink> {
      const claims = await claimsOf(token);
      if (claims.action === 'stop-reports') await reports.setSubscribed(claims, undo);
      else if (claims.action === 'not-a-lead') await ratePost(claims.actor, String(claims.id), { verdict: 'wrong', reason });
      else {
        const channel = await channelOf(claims);
        if (channel.paused === null) await changeChannel(db, channel, { paused: unsubscribed });
        bus.announce(String(channel.user_id), ['channels-changed']);
      }
      return read(token);
    },
  };
}
