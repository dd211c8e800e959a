import * as z from 'zod';
import { flagSchema } from './common.ts';
import { dismissReasonSchema } from './posts.ts';
import { defineRoute } from './route.ts';

export const mailActions = ['unsubscribe', 'not-a-lead', 'stop-reports'] as const;
const mailLinkSchema = z.object({
  action: z.enum(mailActions),
  /** The channel's name, the conversation's title, or whose reports they are. */
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
    query: z.object({ reason: dismissReasonSchema.optional(), undo: flagSchema.optional() }),
    response: mailLinkSchema,
  }),
};
