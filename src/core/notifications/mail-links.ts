import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { mailActions, type MailLink } from '#shared/mail-links.ts';
import type { DismissReason, Post } from '#shared/posts.ts';
import { dayMs } from '#shared/time.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { changeChannel, findChannel, isActiveUser } from './channel-queries.ts';

const claimsSchema = z.object({
  action: z.enum(mailActions),
  userId: z.number().int(),
  /** Id of the channel or of the post. */
  id: z.number().int(),
  /** UTC ms. */
  until: z.number().int(),
});
type LinkClaims = z.output<typeof claimsSchema>;

/** 32 bytes in base64url, appended to the token without a dot: a dot would make the URL look like a file name. */
const signatureLength = 43;
/** Emails may be read late, and unsubscribing must always work. */
const lifeMs = { unsubscribe: 365 * dayMs, 'not-a-lead': 30 * dayMs };

/** Signed links that contain what they do, for whom, and until when; nothing is stored. */
export function createLinks(key: Uint8Array) {
  const sign = (payload: string): Buffer => createHmac('sha256', key).update(payload).digest();
  return {
    make({ action, userId, id }: Omit<LinkClaims, 'until'>, now: number): string {
      const claims: LinkClaims = { action, userId, id, until: now + lifeMs[action] };
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return payload + sign(payload).toString('base64url');
    },
    /** Null for a token that is forged, altered, or expired. */
    read(token: string, now: number): LinkClaims | null {
      const [payload, signature] = [token.slice(0, -signatureLength), token.slice(-signatureLength)];
      const [given, wanted] = [Buffer.from(signature, 'base64url'), sign(payload)];
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
      const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
      return claims.until > now ? claims : null;
    },
  };
}
export type Links = ReturnType<typeof createLinks>;

export interface MailLinkDeps {
  db: Db;
  bus: Bus;
  now: Now;
  links: Links;
  getPost: (actor: Actor, id: string) => Promise<Post>;
  ratePost: (actor: Actor, id: string, result: { verdict: 'wrong'; reason: DismissReason }) => Promise<Post>;
}

const tooOld = () =>
  new AppError('not_found', 'This link has expired or is incomplete. Open it from the email again, or change your notification settings.');
const unsubscribed = 'You unsubscribed with a link in an email.';

/** Handles links in emails. Each acts for the user it was made for, and only on the object it names. */
export function createMailLinks({ db, bus, now, links, getPost, ratePost }: MailLinkDeps) {
  async function claimsOf(token: string): Promise<LinkClaims & { actor: Actor }> {
    const claims = links.read(token, now());
    const isActive = claims !== null && (await isActiveUser(db, claims.userId));
    if (!claims || !isActive) throw tooOld();
    return { ...claims, actor: { kind: 'user', userId: String(claims.userId), role: 'user' } };
  }

  async function channelOf({ id, userId }: LinkClaims) {
    const channel = await findChannel(db, { id, userId });
    if (!channel) throw tooOld();
    return channel;
  }

  async function read(token: string): Promise<MailLink> {
    const claims = await claimsOf(token);
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
    /** Idempotent: repeating it has no further effect. */
    async act(token: string, reason: DismissReason = 'no-need'): Promise<MailLink> {
      const claims = await claimsOf(token);
      if (claims.action === 'not-a-lead') await ratePost(claims.actor, String(claims.id), { verdict: 'wrong', reason });
      else {
        const channel = await channelOf(claims);
        if (channel.paused === null) await changeChannel(db, channel, { paused: unsubscribed });
        bus.announce(String(channel.user_id), ['channels-changed']);
      }
      return read(token);
    },
  };
}
