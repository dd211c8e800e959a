import * as z from 'zod';
import { idSchema, pageOf, pageQuery, timeSchema } from './common.ts';
import { inboxKinds } from './notify.ts';
import { defineRoute } from './route.ts';

/** One entry of the bell. */
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
