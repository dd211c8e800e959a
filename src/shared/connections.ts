import * as z from 'zod';
import { waySchema } from './ai.ts';
import { timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

const verdictSchema = z.object({
  /** Title of the sample post, or the text of the comment. */
  text: z.string(),
  /** Whether it is a lead. */
  expected: z.boolean(),
  /** Whether the model says so; null without a valid verdict. */
  said: z.boolean().nullable(),
  reason: z.string(),
});
export type ModelVerdict = z.infer<typeof verdictSchema>;

/** A part of the 20 samples, judged by a model in one request. */
const modelCheckPartSchema = z.object({
  /** False: the model could not be asked, and `message` says why. */
  ok: z.boolean(),
  message: z.string(),
  /** How many parts there are. */
  parts: z.number().int().min(0),
  way: waySchema.nullable(),
  verdicts: z.array(verdictSchema),
  seconds: z.number(),
  /** Null without a price. */
  cost: z.number().nullable(),
});
export type ModelCheckPart = z.infer<typeof modelCheckPartSchema>;

/** What 20 samples say about a model. */
export interface ModelCheck {
  posts: number;
  /** With a valid verdict. */
  valid: number;
  /** As it is known to be. */
  right: number;
  secondsPerPost: number;
  costPerPost: number | null;
  /** Where the model is wrong, or gave no verdict. */
  wrong: ModelVerdict[];
}

export function summarizeCheck(parts: readonly ModelCheckPart[]): ModelCheck {
  const verdicts = parts.flatMap((part) => part.verdicts);
  const posts = verdicts.length;
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
  const costs = parts.flatMap(({ cost }) => cost ?? []);
  const wrong = verdicts.filter(({ said, expected }) => said !== expected);
  return {
    posts,
    valid: verdicts.filter(({ said }) => said !== null).length,
    right: posts - wrong.length,
    secondsPerPost: posts === 0 ? 0 : sum(parts.map(({ seconds }) => seconds)) / posts,
    costPerPost: posts === 0 || costs.length < parts.length ? null : sum(costs) / posts,
    wrong,
  };
}

/** What an admin can set in the browser, by configuration key. Keys under `smtp` make up `smtp.url`. */
export const connectionKeys = {
  reddit: ['reddit.clientId', 'reddit.clientSecret', 'reddit.userAgent'],
  model: ['ai.provider', 'ai.ollama.host', 'ai.ollama.model', 'ai.openai.baseUrl', 'ai.openai.apiKey', 'ai.openai.model'],
  email: ['smtp.host', 'smtp.port', 'smtp.user', 'smtp.password', 'smtp.from'],
  stripe: ['billing.stripeKey', 'billing.webhookSecret'],
  oidc: [
    'auth.oidc.issuer',
    'auth.oidc.clientId',
    'auth.oidc.clientSecret',
    'auth.oidc.name',
    'auth.oidc.scopes',
    'auth.oidc.groupsClaim',
    'auth.oidc.adminGroup',
    'auth.oidc.signUp',
    'auth.password',
  ],
  address: ['http.publicUrl', 'auth.assistants'],
  receivers: ['notify.allowPrivateHosts'],
  registration: ['registration'],
  retention: ['retention.unmatchedHours', 'retention.runsDays', 'retention.backups'],
} as const;
export type ConnectionId = keyof typeof connectionKeys;
export type ConnectionKey = (typeof connectionKeys)[ConnectionId][number];

export const connectionIds = [
  'model',
  'reddit',
  'email',
  'stripe',
  'address',
  'oidc',
  'receivers',
  'registration',
  'retention',
] as const satisfies ConnectionId[];
/** Connections that can be tested. */
export const testedIds = ['model', 'reddit', 'email', 'stripe', 'oidc'] as const satisfies ConnectionId[];
export type TestedId = (typeof testedIds)[number];

const keySchema = z.enum(Object.values(connectionKeys).flat() as [ConnectionKey, ...ConnectionKey[]]);
/** Never returned once they are saved. */
export const secretKeys: ReadonlySet<ConnectionKey> = new Set<ConnectionKey>([
  'reddit.clientSecret',
  'ai.openai.apiKey',
  'smtp.password',
  'billing.stripeKey',
  'billing.webhookSecret',
  'auth.oidc.clientSecret',
]);

const connectionFieldSchema = z.object({
  key: keySchema,
  /** Null for a secret. */
  value: z.union([z.string(), z.number()]).nullable(),
  secret: z.boolean(),
  /** Whether there is a value; for secrets the only thing that is told. */
  saved: z.boolean(),
  /** Only what the browser may set can be changed: `browser` and `default`. */
  setBy: z.enum(['environment', 'file', 'browser', 'default']),
  /** The environment variable or key that sets it; null when the browser may. */
  lockedBy: z.string().nullable(),
  savedAt: timeSchema.nullable(),
});
export type ConnectionField = z.infer<typeof connectionFieldSchema>;

const connectionSchema = z.object({
  id: z.enum(connectionIds),
  /** Whether it has all that it needs. */
  configured: z.boolean(),
  fields: z.array(connectionFieldSchema),
});
export type Connection = z.infer<typeof connectionSchema>;

const connectionsSchema = z.object({
  items: z.array(connectionSchema),
  /** Where Reddit sends people back to; to be registered at Reddit. */
  redirectUri: z.string(),
  /** Where an issuer sends people back to; to be registered there. */
  loginCallbackUrl: z.string(),
  /** Where Stripe sends events. */
  webhookUrl: z.string(),
});
export type Connections = z.infer<typeof connectionsSchema>;

const noControls = /^[^\p{Cc}]*$/u;
const valueSchema = z.union([z.string().trim().max(2000).regex(noControls, 'Must be one line of plain text'), z.number()]);
/** Null removes a value, so that the default applies again. Keys that are absent stay as they are. */
const connectionValuesSchema = z.partialRecord(keySchema, valueSchema.nullable());
export type ConnectionValues = z.infer<typeof connectionValuesSchema>;

const connectionTestSchema = z.object({
  ok: z.boolean(),
  /** One sentence: what was found, and what to do. */
  message: z.string(),
  /** Models that the server has; only for `model`. */
  models: z.array(z.string()),
  /** How the model is best asked, and what it said about a sample post; null unless it answered. */
  sample: z
    .object({ way: waySchema, title: z.string(), body: z.string(), intent: z.string(), fit: z.string(), reason: z.string() })
    .nullable(),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;

const body = z.strictObject({ values: connectionValuesSchema });

export const connectionRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/admin/connections',
    access: 'admin',
    tokens: 'none',
    summary: 'What the instance is connected to, and who set each value; secrets are never returned',
    response: connectionsSchema,
  }),
  change: defineRoute({
    method: 'PATCH',
    path: '/admin/connections/:id',
    access: 'admin',
    tokens: 'none',
    summary: 'Change a connection; takes effect at once. `null` removes a value',
    params: z.object({ id: z.enum(connectionIds) }),
    body,
    response: connectionsSchema,
  }),
  test: defineRoute({
    method: 'POST',
    path: '/admin/connections/:id/test',
    access: 'admin',
    tokens: 'none',
    summary: 'Test a connection with these values and, for the rest, the saved ones; stores nothing',
    params: z.object({ id: z.enum(testedIds) }),
    body,
    response: connectionTestSchema,
  }),
  models: defineRoute({
    method: 'POST',
    path: '/admin/connections/model/models',
    access: 'admin',
    tokens: 'none',
    summary: 'Models that the server with these values has',
    body,
    response: connectionTestSchema,
  }),
  checkModel: defineRoute({
    method: 'POST',
    path: '/admin/connections/model/check',
    access: 'admin',
    tokens: 'none',
    summary: 'Have the model score a part of 20 sample posts; stores nothing',
    body: z.strictObject({
      values: connectionValuesSchema,
      /** From 0 on; the first also finds out how to ask the model. */
      part: z.number().int().min(0).max(19),
      /** How to ask, as the part before returned it. */
      way: waySchema.nullable().default(null),
    }),
    response: modelCheckPartSchema,
  }),
};
