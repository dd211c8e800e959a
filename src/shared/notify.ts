import * as z from 'zod';
import { idParams, idSchema, pageOf, pageQuery, timeSchema, wholeOf } from './common.ts';
import { zoneSchema } from './follow-ups.ts';
import { dismissReasonSchema } from './posts.ts';
import { defineRoute } from './route.ts';

/** Events that a channel can be notified of. */
export const noticeKinds = [
  'new-lead',
  'reply-answered',
  'reply-removed',
  'campaign-failing',
  'health',
  'opportunity',
  'reconnect',
  'outage',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
/**
 * Shown only in the inbox: `channel-paused`, because the channel itself fails, and `feedback-answered`, which is emailed to its
 * author whatever channels they have.
 */
const inboxKinds = [...noticeKinds, 'channel-paused', 'feedback-answered'] as const;
export type InboxKind = (typeof inboxKinds)[number];

export const noticeSchema = z.object({
  id: idSchema,
  kind: z.enum(inboxKinds),
  /** Untrusted if it is the title of a conversation. */
  title: z.string(),
  text: z.string(),
  /** Path in the app; empty when its object was deleted. */
  path: z.string(),
  campaign: z.string().nullable(),
  subreddit: z.string().nullable(),
  score: z.number().int().nullable(),
  createdAt: timeSchema,
  read: z.boolean(),
});
export type Notice = z.output<typeof noticeSchema>;

export const channelKinds = ['email', 'slack', 'discord', 'telegram', 'ntfy', 'webhook'] as const;
const channelKindSchema = z.enum(channelKinds);
export type ChannelKind = z.infer<typeof channelKindSchema>;

const isWeb = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).username === '';
const addressSchema = z.string().trim().max(1000).refine(isWeb, { error: 'Enter a URL that starts with https://', abort: true });
const topicSchema = addressSchema.refine(
  (text) => /^[-\w]{1,64}$/.test(new URL(text).pathname.split('/').at(-1) ?? ''),
  'The topic is missing: https://ntfy.sh/your-topic',
);

/** Target of each kind of channel. Email always goes to the account's own address. */
export const channelTargets = {
  email: z.strictObject({}),
  slack: z.strictObject({ url: addressSchema }),
  discord: z.strictObject({ url: addressSchema }),
  telegram: z.strictObject({
    botToken: z
      .string()
      .trim()
      .regex(/^\d{3,20}:[\w-]{20,100}$/, 'Invalid bot token. It should look like 123456:ABC…'),
    chatId: z
      .string()
      .trim()
      .regex(/^(?:-?\d{1,20}|@\w{4,64})$/, 'Invalid chat ID. Enter a number such as -1001234567890, or @name'),
  }),
  ntfy: z.strictObject({
    url: topicSchema,
    token: z
      .string()
      .trim()
      .regex(/^[\w.~+/=-]{0,200}$/, 'Invalid access token')
      .optional(),
  }),
  webhook: z.strictObject({
    url: addressSchema,
    /** Signs requests; generated when absent. */
    secret: z.string().trim().min(16, 'At least 16 characters').max(200).optional(),
  }),
};
export type ChannelTarget<K extends ChannelKind> = z.output<(typeof channelTargets)[K]>;

export const paces = ['now', 'daily', 'weekly'] as const;
const clockSchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00');
const quietSchema = z
  .strictObject({ from: clockSchema, to: clockSchema })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Quiet hours must start and end at different times' });

const rules = {
  name: z.string().trim().min(1, 'Give it a name').max(60),
  kinds: z.array(z.enum(noticeKinds)).min(1, 'Choose at least one').max(20),
  /** New leads below this confidence are not sent. */
  minScore: z.number().int().min(0).max(100),
  /** Empty: all. */
  campaignIds: z.array(idSchema).max(200),
  pace: z.enum(paces),
  /** Hour of the digest in `zone`. */
  hour: z.number().int().min(0).max(23),
  /** 1: Monday. */
  weekday: z.number().int().min(1).max(7),
  /** Quiet hours for immediate notices, which are held and then sent together. */
  quiet: quietSchema.nullable(),
  zone: zoneSchema,
};
const rulesWithDefaults = {
  name: rules.name,
  kinds: rules.kinds.default([...noticeKinds]),
  minScore: rules.minScore.default(0),
  campaignIds: rules.campaignIds.default([]),
  pace: rules.pace.default('now'),
  hour: rules.hour.default(8),
  weekday: rules.weekday.default(1),
  quiet: rules.quiet.default(null),
  zone: rules.zone.default('UTC'),
};
const newChannelOf = <K extends ChannelKind>(kind: K) =>
  z.strictObject({ kind: z.literal(kind), target: channelTargets[kind], ...rulesWithDefaults });
export const newChannelSchema = z.discriminatedUnion('kind', [
  newChannelOf('email'),
  newChannelOf('slack'),
  newChannelOf('discord'),
  newChannelOf('telegram'),
  newChannelOf('ntfy'),
  newChannelOf('webhook'),
]);
export type NewChannel = z.output<typeof newChannelSchema>;
export type NewChannelInput = z.input<typeof newChannelSchema>;
export const channelUpdateSchema = z.strictObject({
  ...z.object(rules).partial().shape,
  /** Replaces the address and its keys completely. */
  target: z.record(z.string().max(40), z.string().max(1000)).optional(),
  paused: z.boolean().optional(),
});
export type ChannelUpdate = z.output<typeof channelUpdateSchema>;

export const channelSchema = z.object({
  id: idSchema,
  kind: channelKindSchema,
  ...rules,
  /** The part of the address that may be shown. */
  hint: z.string(),
  /** Why the channel is paused; null while it is active. */
  paused: z.string().nullable(),
  lastError: z.object({ message: z.string(), at: timeSchema }).nullable(),
  lastSentAt: timeSchema.nullable(),
  /** Number of waiting notices; the next field is when the next message is due. */
  waiting: z.number().int(),
  nextAt: timeSchema.nullable(),
});
export type Channel = z.output<typeof channelSchema>;
/** `signingSecret` of a webhook is shown only once, when Earshot generated it. */
export const madeChannelSchema = channelSchema.extend({ signingSecret: z.string().nullable() });

export const channelRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/notifications/channels',
    access: 'user',
    tokens: 'none',
    summary: 'Notification channels, without their secrets',
    response: wholeOf(channelSchema).extend({
      /** Whether email is configured, to which address it goes, and whether it can contain links. */
      mail: z.object({ configured: z.boolean(), address: z.string(), hasLinks: z.boolean() }),
    }),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/notifications/channels',
    access: 'user',
    tokens: 'none',
    summary: 'Add a notification channel',
    body: newChannelSchema,
    response: madeChannelSchema,
    status: 201,
  }),
  update: defineRoute({
    method: 'PATCH',
    path: '/notifications/channels/:id',
    access: 'user',
    tokens: 'none',
    summary: 'Change what a channel sends and when; pause or resume it',
    params: idParams,
    body: channelUpdateSchema,
    response: channelSchema,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/notifications/channels/:id',
    access: 'user',
    tokens: 'none',
    summary: 'Delete a channel and what is queued for it',
    params: idParams,
    response: z.null(),
  }),
  test: defineRoute({
    method: 'POST',
    path: '/notifications/channels/:id/test',
    access: 'user',
    tokens: 'none',
    summary: 'Send a test message now and return the result',
    params: idParams,
    response: z.object({ sent: z.boolean(), message: z.string() }),
  }),
};

export const noticeRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/notifications',
    access: 'user',
    tokens: 'read',
    summary: 'Notifications, newest first',
    query: z.object(pageQuery),
    response: pageOf(noticeSchema).extend({ unread: z.number().int() }),
  }),
  read: defineRoute({
    method: 'POST',
    path: '/notifications/read',
    access: 'user',
    tokens: 'write',
    summary: 'Mark notifications as read: the given ones, or all',
    body: z.union([z.strictObject({ ids: z.array(idSchema).min(1).max(500) }), z.strictObject({ all: z.literal(true) })]),
    response: z.object({ unread: z.number().int() }),
  }),
};

export const mailActions = ['unsubscribe', 'not-a-lead'] as const;
const mailLinkSchema = z.object({
  action: z.enum(mailActions),
  /** The channel's name, or the conversation's title. */
  about: z.string(),
  done: z.boolean(),
});
export type MailLink = z.output<typeof mailLinkSchema>;
const linkParams = z.object({ token: z.string().regex(/^[\w-]{60,500}$/) });

/** Links in emails: signed, time-limited, valid without signing in. A GET changes nothing, because email scanners open every link. */
export const mailLinkRoutes = {
  read: defineRoute({
    method: 'GET',
    path: '/mail-links/:token',
    access: 'public',
    tokens: 'none',
    summary: 'Describe what an email link does',
    params: linkParams,
    response: mailLinkSchema,
  }),
  act: defineRoute({
    method: 'POST',
    path: '/mail-links/:token',
    access: 'public',
    tokens: 'none',
    summary: 'Perform the action of an email link; also accepts RFC 8058 one-click requests',
    params: linkParams,
    query: z.object({ reason: dismissReasonSchema.optional() }),
    response: mailLinkSchema,
  }),
};
