import * as z from 'zod';
import { idSchema, timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** The browser extension, among the files of the web app. */
export const companionZip = 'earshot-companion.zip';

export const maxTextLength = 40_000;
/** In one request. */
export const maxTexts = 100;
/** Of all texts in one request; fits its limit of 1 MiB whatever the characters. */
export const maxTextsLength = 250_000;

/** A post or comment on the page that a user is reading. */
const pageTextSchema = z.strictObject({
  /** Its own address where it has one, otherwise the page's. */
  url: z.url({ protocol: /^https?$/ }).max(2000),
  kind: z.enum(['post', 'comment']),
  /** Of a forum at an address of its own. */
  software: z.enum(['discourse', 'lemmy']).nullable().default(null),
  author: z.string().max(200).nullable(),
  /** Of a comment: its thread's. */
  title: z.string().max(300),
  text: z.string().max(maxTextLength),
  writtenAt: timeSchema.nullable(),
});
export type PageText = z.output<typeof pageTextSchema>;

const textsSchema = z.array(pageTextSchema).min(1).max(maxTexts);

const callSchema = z.object({
  campaignId: idSchema,
  score: z.number().int().min(0).max(100),
  outcome: z.enum(['lead', 'post', 'below', 'unmatched', 'filtered']),
  /** As text. */
  reason: z.string(),
});
export type PageCall = z.output<typeof callSchema>;

const savedSchema = z.object({
  postId: idSchema,
  leadId: idSchema.nullable(),
  created: z.boolean(),
  /** Of the page that shows it with its reply box, below the instance's address. */
  path: z.string(),
});
export type SavedText = z.output<typeof savedSchema>;

export const companionRoutes = {
  code: defineRoute({
    method: 'POST',
    path: '/companion/code',
    access: 'user',
    tokens: 'none',
    summary: 'A code that connects the browser extension to your account: for ten minutes, once. It replaces the one before',
    response: z.object({ code: z.string(), expiresAt: timeSchema }),
    status: 201,
  }),
  pair: defineRoute({
    method: 'POST',
    path: '/companion/pair',
    access: 'public',
    tokens: 'none',
    summary: "Exchange a code for the extension's API token",
    body: z.strictObject({ code: z.string().max(40), browser: z.string().trim().max(40).default('') }),
    response: z.object({ token: z.string() }),
    status: 201,
  }),
  score: defineRoute({
    method: 'POST',
    path: '/companion/score',
    access: 'user',
    tokens: 'companion',
    summary: 'Score texts of a page for your active campaigns, without storing anything: the best one for each, null where there is none',
    body: z.strictObject({ texts: textsSchema }),
    response: z.object({
      campaigns: z.array(z.object({ id: idSchema, name: z.string() })),
      calls: z.array(callSchema.nullable()),
    }),
  }),
  save: defineRoute({
    method: 'POST',
    path: '/companion/save',
    access: 'user',
    tokens: 'companion',
    summary: 'Save texts of a page as posts of a campaign; idempotent',
    body: z.strictObject({ campaignId: idSchema, texts: textsSchema }),
    response: z.object({ saved: z.array(savedSchema) }),
  }),
};
