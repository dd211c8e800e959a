import type { ChannelKind, ChannelTarget, InboxKind } from '#shared/notify.ts';
import type { Now } from '#core/platform/clock.ts';
import type { GuardedClient } from '#core/platform/http/guarded.ts';
import type { DeliveryResult } from '#core/platform/delivery-result.ts';
import type { MailDelivery } from '#core/platform/email/delivery.ts';

/** One notification. Texts may come from anyone: each channel escapes them for its own format. */
export interface MessageNotice {
  id: string;
  kind: InboxKind;
  title: string;
  /** Why it matches, or what happened, in a sentence. */
  text: string;
  /** The beginning of the post; empty if there is none. */
  excerpt: string;
  author: string | null;
  subreddit: string | null;
  campaign: string | null;
  score: number | null;
  /** ISO 8601 in UTC. */
  at: string;
  /** Into the app; null while `http.publicUrl` is not set. */
  appUrl: string | null;
  redditUrl: string | null;
  /** Marks it as a bad match with one click; null if it is no lead. */
  notALeadUrl: string | null;
}

/** One message. Every attempt has the same `eventId`, so that a receiver can drop a repeat. */
export interface Message {
  eventId: string;
  occasion: 'notices' | 'digest' | 'test';
  headline: string;
  notices: readonly MessageNotice[];
  /** How many more there are beyond those above. */
  more: number;
  /** The app's inbox and its notification settings. */
  appUrl: string | null;
  settingsUrl: string | null;
  unsubscribeUrl: string | null;
  /** The email address of the account. */
  address: string;
}

export interface ChannelDeps {
  client: GuardedClient;
  mail: MailDelivery;
  /** Where Telegram's Bot API is, without a slash at the end. */
  telegramUrl: string;
  now: Now;
}

/** A way to reach users: one file, one line in the registry. */
export interface Channel<K extends ChannelKind> {
  /** The receiver recognizes a message by its event id, so that an unclear attempt may be repeated. */
  knowsRepeats: boolean;
  /** What may be shown of the target. */
  hint(target: ChannelTarget<K>): string;
  send(message: Message, target: ChannelTarget<K>, deps: ChannelDeps): Promise<DeliveryResult>;
}
