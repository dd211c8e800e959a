import type { ChannelKind, ChannelTarget, InboxKind } from '#shared/notify.ts';
import type { Now } from '#core/platform/clock.ts';
import type { GuardedClient } from '#core/platform/http/guarded.ts';
import type { DeliveryResult } from '#core/platform/delivery-result.ts';
import type { MailDelivery } from '#core/platform/email/delivery.ts';

/** One notification. Its texts are untrusted, so each channel escapes them for its own format. */
export interface MessageNotice {
  id: string;
  kind: InboxKind;
  title: string;
  /** One sentence: why it matches, or what happened. */
  text: string;
  /** The beginning of the post; empty when there is no text. */
  excerpt: string;
  author: string | null;
  subreddit: string | null;
  campaign: string | null;
  score: number | null;
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

export interface ChannelDeps {
  client: GuardedClient;
  mail: MailDelivery;
  /** Base URL of Telegram's Bot API, without a trailing slash. */
  telegramUrl: string;
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
