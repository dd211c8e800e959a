import type { ChannelKind, ChannelTarget, InboxKind } from '#shared/notify.ts';
import type { Now } from '#core/platform/clock.ts';
import type { GuardedClient } from '#core/platform/http/guarded.ts';
import type { DeliveryResult } from '#core/platform/delivery-result.ts';
import type { MailDelivery } from '#core/platform/email/delivery.ts';

/** One thing to tell. Texts may be anybody's: each channel makes them harmless in its own form. */
export interface LetterNotice {
  id: string;
  kind: InboxKind;
  title: string;
  /** Why it fits, or what happened, in a sentence. */
  text: string;
  /** The beginning of what was written; empty where nothing was. */
  excerpt: string;
  author: string | null;
  subreddit: string | null;
  campaign: string | null;
  score: number | null;
  /** ISO 8601 in UTC. */
  at: string;
  /** Into this Earshot; null while it does not know its own address. */
  appUrl: string | null;
  redditUrl: string | null;
  /** Says with one click that it is none; null where there is nothing to say. */
  notALeadUrl: string | null;
}

/** One message. The same `eventId` in every try, so that a receiver can drop a repeat. */
export interface Letter {
  eventId: string;
  occasion: 'notices' | 'digest' | 'test';
  headline: string;
  notices: readonly LetterNotice[];
  /** Told of by number only, beyond those above. */
  more: number;
  /** The inbox of this Earshot, and its settings of notifications. */
  appUrl: string | null;
  settingsUrl: string | null;
  unsubscribeUrl: string | null;
  /** Of the account. */
  address: string;
}

export interface Means {
  client: GuardedClient;
  mail: MailDelivery;
  /** Where Telegram's Bot API is, without a slash at the end. */
  telegramUrl: string;
  now: Now;
}

/** A way to tell people: one file, one line in the registry. */
export interface Channel<K extends ChannelKind> {
  /** The receiver knows a message by its event id, so that an unclear try may be repeated. */
  knowsRepeats: boolean;
  /** What may be shown of where it goes. */
  hint(target: ChannelTarget<K>): string;
  send(letter: Letter, target: ChannelTarget<K>, means: Means): Promise<DeliveryResult>;
}
