import * as z from 'zod';
import { idParams, idSchema, timeSchema, wholeOf } from './common.ts';
import { zoneSchema } from './follow-ups.ts';
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
  'approval',
  'mention',
  'assigned',
] as const;
/** Only webhooks send these: what a program needs to follow, and its user knows. */
export const programKinds = ['lead-updated', 'reply-posted', 'follow-up-due'] as const;
export const eventKinds = [...noticeKinds, ...programKinds] as const;
export type EventKind = (typeof eventKinds)[number];
export const isForPrograms = (kind: string): boolean => (programKinds as readonly string[]).includes(kind);
/** What a webhook's message calls them; the end of an outage is `source.up`. */
export const eventNames = {
  'new-lead': 'lead.created',
  'lead-updated': 'lead.updated',
  'reply-posted': 'reply.posted',
  'reply-answered': 'reply.answered',
  'reply-removed': 'reply.removed',
  'follow-up-due': 'followup.due',
  'campaign-failing': 'run.failed',
  outage: 'source.down',
  opportunity: 'opportunity.found',
  health: 'account.unhealthy',
  reconnect: 'account.disconnected',
  approval: 'reply.approval',
  mention: 'lead.mentioned',
  assigned: 'lead.assigned',
} as const satisfies Record<EventKind, string>;
/** Also in the inbox: `channel-paused`, because the channel fails, and `feedback-answered`, which is emailed without one. */
export const inboxKinds = [...noticeKinds, 'channel-paused', 'feedback-answered'] as const;
export type InboxKind = (typeof inboxKinds)[number];
/** Every kind that is stored. */
export type StoredKind = InboxKind | EventKind;

export const channelKinds = [
  'email',
  'push',
  'slack',
  'teams',
  'discord',
  'matrix',
  'telegram',
  'ntfy',
  'gotify',
  'pushover',
  'webhook',
  'custom',
] as const;
const channelKindSchema = z.enum(channelKinds);
export type ChannelKind = z.infer<typeof channelKindSchema>;

const isWeb = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).username === '';
const addressSchema = z.string().trim().max(1000).refine(isWeb, { error: 'Enter a URL that starts with https://', abort: true });
const topicSchema = addressSchema.refine(
  (text) => /^[-\w]{1,64}$/.test(new URL(text).pathname.split('/').at(-1) ?? ''),
  'The topic is missing: https://ntfy.sh/your-topic',
);

/** Headers that Earshot or the connection sets. */
const ownHeaders = /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|keep-alive|expect|proxy-.*|earshot-.*)$/i;
/** Name, in lowercase, and value of each line; null for a line that is no header. */
export const readHeaders = (text: string): ([name: string, value: string] | null)[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name, value] = /^([\w!#$%&'*+.^`|~-]{1,64}):[ \t]*([\x20-\x7e]{1,800})$/.exec(line) ?? [];
      return name === undefined || value === undefined ? null : [name.toLowerCase(), value];
    });
const headersSchema = z
  .string()
  .trim()
  .max(1000)
  .refine(
    (text) => readHeaders(text).every((header) => header !== null),
    'Write each header in a line of its own, such as Authorization: Bearer …',
  )
  .refine((text) => readHeaders(text).length <= 10, 'At most 10 headers')
  .refine(
    (text) => readHeaders(text).every((header) => !ownHeaders.test(header?.[0] ?? '')),
    'Earshot sets this header itself. Use another name',
  );

/** What Apprise's API takes. */
export const defaultTemplate = '{"title": "{{title}}", "body": "{{text}}", "type": "info"}';
export const templatePlaceholders = ['title', 'text', 'url', 'id'] as const;
function isTemplate(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
const placeholdersOf = (text: string): string[] => [...text.matchAll(/\{\{(.{0,40}?)\}\}/g)].map(([, name = '']) => name);
const templateSchema = z
  .string()
  .trim()
  .max(1000)
  .refine(isTemplate, { error: 'Enter JSON, such as {"text": "{{text}}"}', abort: true })
  .refine((text) => placeholdersOf(text).includes('text'), 'Put {{text}} where the notifications go')
  .refine(
    (text) => placeholdersOf(text).every((name) => (templatePlaceholders as readonly string[]).includes(name)),
    `Use only ${templatePlaceholders.map((name) => `{{${name}}}`).join(', ')}`,
  );
const keySchema = (pattern: RegExp, message: string) => z.string().trim().regex(pattern, message);

/** Target of each kind of channel. Email always goes to the account's own address. */
export const channelTargets = {
  email: z.strictObject({}),
  /** The subscription of a browser (W3C Push API): its address and its public keys. */
  push: z.strictObject({
    url: addressSchema,
    p256dh: z.string().regex(/^[\w-]{87}$/, 'Invalid key'),
    auth: z.string().regex(/^[\w-]{22}$/, 'Invalid key'),
  }),
  slack: z.strictObject({ url: addressSchema }),
  teams: z.strictObject({ url: addressSchema }),
  discord: z.strictObject({ url: addressSchema }),
  matrix: z.strictObject({
    /** The homeserver. */
    url: addressSchema,
    token: keySchema(/^[\x21-\x7e]{8,500}$/, 'Invalid access token'),
    room: keySchema(/^![\x21-\x7e]{1,254}$/, 'Invalid room ID. It starts with !'),
  }),
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
  gotify: z.strictObject({
    url: addressSchema,
    token: keySchema(/^[\w.-]{8,100}$/, "Invalid token. Copy the application's token"),
  }),
  pushover: z.strictObject({
    appToken: keySchema(/^[A-Za-z0-9]{30}$/, 'Invalid token. It has 30 letters and digits'),
    userKey: keySchema(/^[A-Za-z0-9]{30}$/, 'Invalid key. It has 30 letters and digits'),
  }),
  webhook: z.strictObject({
    url: addressSchema,
    /** Signs requests; generated when absent. */
    secret: z.string().trim().min(16, 'At least 16 characters').max(200).optional(),
    /** Sent with every message: one `Name: value` in a line. */
    headers: headersSchema.optional(),
  }),
  custom: z.strictObject({
    url: addressSchema,
    headers: headersSchema.optional(),
    /** JSON with placeholders. */
    template: templateSchema.optional(),
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
  kinds: z.array(z.enum(eventKinds)).min(1, 'Choose at least one').max(20),
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
export const onlyWebhooks = 'Only a webhook can send these';
export const canSend = (kind: ChannelKind, kinds: readonly string[] = []): boolean => kind === 'webhook' || !kinds.some(isForPrograms);

const newChannelOf = <K extends ChannelKind>(kind: K) =>
  z
    .strictObject({ kind: z.literal(kind), target: channelTargets[kind], ...rulesWithDefaults })
    .refine(({ kinds }) => canSend(kind, kinds), { path: ['kinds'], message: onlyWebhooks });
export const newChannelSchema = z.discriminatedUnion('kind', [
  newChannelOf('email'),
  newChannelOf('push'),
  newChannelOf('slack'),
  newChannelOf('teams'),
  newChannelOf('discord'),
  newChannelOf('matrix'),
  newChannelOf('telegram'),
  newChannelOf('ntfy'),
  newChannelOf('gotify'),
  newChannelOf('pushover'),
  newChannelOf('webhook'),
  newChannelOf('custom'),
]);
export type NewChannel = z.output<typeof newChannelSchema>;
export type NewChannelInput = z.input<typeof newChannelSchema>;
export const channelUpdateSchema = z.strictObject({
  ...z.object(rules).partial().shape,
  /** Replaces the address and its keys completely; a webhook and a custom channel keep what is left out. Empty `headers` remove them. */
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

export const maxDeliveries = 100;
const deliverySchema = z.object({
  id: idSchema,
  at: timeSchema,
  /** Names of events, or `test`. */
  events: z.array(z.string()),
  /** Of this attempt. After `unclear`, it may have arrived or not. */
  result: z.enum(['sent', 'wait', 'failed', 'unclear', 'gone']),
  message: z.string(),
  /** Of HTTP; null without an answer. */
  status: z.number().int().nullable(),
  ms: z.number().int(),
  /** The first 200 characters of what the receiver answered: untrusted. Empty for users while private receivers are allowed. */
  answer: z.string(),
  isTest: z.boolean(),
});
export type Delivery = z.output<typeof deliverySchema>;

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
      /** The `applicationServerKey` with which browsers subscribe. */
      pushKey: z.string(),
    }),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/notifications/channels',
    access: 'user',
    tokens: 'write',
    summary: 'Add a notification channel; a token can only add a webhook, which ends with it',
    body: newChannelSchema,
    response: madeChannelSchema,
    status: 201,
  }),
  update: defineRoute({
    method: 'PATCH',
    path: '/notifications/channels/:id',
    access: 'user',
    tokens: 'write',
    summary: 'Change what a channel sends and when; pause or resume it. A token can only change what it added',
    params: idParams,
    body: channelUpdateSchema,
    response: channelSchema,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/notifications/channels/:id',
    access: 'user',
    tokens: 'write',
    summary: 'Delete a channel and what is queued for it. A token can only delete what it added',
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
  deliveries: defineRoute({
    method: 'GET',
    path: '/notifications/channels/:id/deliveries',
    access: 'user',
    tokens: 'none',
    summary: 'The latest 100 attempts of a channel within 14 days, newest first',
    params: idParams,
    response: wholeOf(deliverySchema),
  }),
  resend: defineRoute({
    method: 'POST',
    path: '/notifications/channels/:id/resend',
    access: 'user',
    tokens: 'none',
    summary: 'Send the message of a delivery again, with the same event ID',
    params: idParams,
    body: z.strictObject({ delivery: idSchema }),
    response: z.null(),
  }),
};
