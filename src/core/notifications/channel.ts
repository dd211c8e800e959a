import type * as z from 'zod';
import { checkAgainst } from '#shared/issue-messages.ts';
import { type ChannelKind, type ChannelTarget, channelTargets, type StoredKind } from '#shared/notify.ts';
import type { WebhookMessage } from '#shared/webhook-message.ts';
import type { Language } from '#shared/language.ts';
import type { Components } from '#shared/scoring.ts';
import { newSecret } from '#core/accounts/secret.ts';
import type { Now } from '#core/platform/clock.ts';
import type { MailDelivery, DeliveryResult } from '#core/platform/email/delivery.ts';
import { AppError } from '#core/platform/errors.ts';
import type { GuardedClient } from '#core/platform/http/guarded.ts';
import type { Secrets } from '#core/platform/secrets.ts';

/** Host and last characters of a URL that is itself a secret. */
export function hintOfUrl(text: string): string {
  const { host, pathname, search } = new URL(text);
  const rest = `${pathname}${search}`;
  return rest.length > 12 ? `${host}/…${rest.slice(-4)}` : `${host}/…`;
}

export const sealContextOf = (userId: number): string => `notification_channels:target:${userId}`;

/** Throws `invalid` with the field when the target isn't valid for this kind. */
export function parseTarget<K extends ChannelKind>(kind: K, given: unknown): ChannelTarget<K> {
  const parsed = checkAgainst<z.ZodType>(channelTargets[kind], given);
  if ('data' in parsed) return parsed.data as ChannelTarget<K>;
  const details = parsed.details.map(({ path, message }) => ({ path: `target.${path}`, message }));
  throw new AppError('invalid', details[0]?.message ?? 'Invalid address', { details });
}

/** Adds a signing secret to a webhook that has none, and returns the new secret to be shown once. */
export function withSecret<K extends ChannelKind>(kind: K, target: ChannelTarget<K>): { target: ChannelTarget<K>; made: string | null } {
  if (kind !== 'webhook' || ('secret' in target && target.secret)) return { target, made: null };
  const secret = newSecret();
  return { target: { ...target, secret }, made: secret };
}

export const sealTarget = (secrets: Secrets, userId: number, target: unknown): string =>
  secrets.seal(JSON.stringify(target), sealContextOf(userId));

/** Throws `unavailable` if this server's key has changed. */
export const unsealTarget = <K extends ChannelKind>(
  secrets: Secrets,
  { kind, user_id, target_sealed }: { kind: K; user_id: number; target_sealed: string },
): ChannelTarget<K> => parseTarget(kind, JSON.parse(secrets.unseal(target_sealed, sealContextOf(user_id))));

/** One notification. Its texts are untrusted, so each channel escapes them for its own format. */
export interface MessageNotice {
  id: string;
  /** What programs and the log of deliveries call it. */
  event: WebhookMessage['notifications'][number]['event'];
  kind: StoredKind;
  title: string;
  /** One sentence: why it matches, or what happened. */
  text: string;
  /** The beginning of the post; empty when there is no text. */
  excerpt: string;
  /** A lead's whole text; empty for other notices. */
  body: string;
  author: string | null;
  subreddit: string | null;
  campaign: string | null;
  score: number | null;
  /** A lead's parts of the score. */
  components: Components | null;
  campaignId: string | null;
  leadId: string | null;
  postId: string | null;
  replyId: string | null;
  followUpId: string | null;
  /** The state of its lead, for programs. */
  lead: WebhookMessage['notifications'][number]['lead'];
  /** ISO 8601 in UTC. */
  at: string;
  /** Link to the app; null while `http.publicUrl` isn't set. */
  appUrl: string | null;
  redditUrl: string | null;
  /** Marks the lead as a bad match with one click; null for other notices. */
  notALeadUrl: string | null;
}

/** One message. Every attempt to send it has the same `eventId`, so that receivers can drop repeats. */
export interface Message {
  eventId: string;
  /** Of who gets it. */
  language: Language | undefined;
  occasion: 'notices' | 'digest' | 'test';
  headline: string;
  notices: readonly MessageNotice[];
  /** Number of notices that aren't included. */
  more: number;
  /** Link to the app's inbox; the next one leads to its notification settings. */
  appUrl: string | null;
  settingsUrl: string | null;
  unsubscribeUrl: string | null;
  /** The account's email address. */
  address: string;
}

/** How this instance identifies itself to the push services of browsers (RFC 8292); keys in base64url. */
export interface Vapid {
  /** A URL or `mailto:` address of the operator. */
  subject: string;
  publicKey: string;
  privateKey: string;
}

export interface ChannelDeps {
  client: GuardedClient;
  mail: MailDelivery;
  /** Base URL of Telegram's Bot API, without a trailing slash. */
  telegramUrl: string;
  /** Base URL of Pushover's API, without a trailing slash. */
  pushoverUrl: string;
  vapid: () => Vapid;
  now: Now;
}

/** The port of a channel: one file per channel and one line in the registry. */
export interface Channel<K extends ChannelKind> {
  /** The receiver recognizes repeats by the event id, so an attempt with an unclear result may be repeated. */
  knowsRepeats: boolean;
  /** The part of the target that may be shown. */
  hint(target: ChannelTarget<K>): string;
  send(message: Message, target: ChannelTarget<K>, deps: ChannelDeps): Promise<DeliveryResult>;
}
