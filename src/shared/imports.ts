import * as z from 'zod';
import { idSchema } from './common.ts';
import { importColumnsSchema } from './import-columns.ts';
import { defineRoute } from './route.ts';

export const importRoutes = {
  paste: defineRoute({
    method: 'POST',
    path: '/import/paste',
    access: 'user',
    tokens: 'write',
    summary: 'Import a pasted Reddit link or text',
    body: z
      .strictObject({ text: z.string().max(40_000).optional(), url: z.url().max(1000).optional(), campaignId: idSchema.optional() })
      .refine((body) => Boolean(body.text?.trim()) || Boolean(body.url), { message: 'Paste a link or some text', path: ['text'] }),
    response: z.object({ runId: idSchema }),
    status: 202,
  }),
  /** Multipart: field `file`, the whole file or its first 1 MiB. */
  inspect: defineRoute({
    method: 'POST',
    path: '/import/inspect',
    access: 'user',
    tokens: 'write',
    summary: 'The columns of a file to import, and which one is taken for what; stores nothing',
    response: importColumnsSchema,
  }),
  /** Multipart: field `file` (JSON, JSONL, CSV, each also .gz or .zip), optional fields `campaignId` and `mapping` (JSON: field → column). */
  file: defineRoute({
    method: 'POST',
    path: '/import/file',
    access: 'user',
    tokens: 'write',
    summary: 'Import a file of posts and comments',
    response: z.object({ runId: idSchema }),
    status: 202,
  }),
};
