import * as z from 'zod';
import { idParams, idSchema, timeSchema, wholeOf } from './common.ts';
import { defineRoute } from './route.ts';

export const blacklistKinds = ['subreddit', 'author', 'word', 'domain'] as const;
export const blacklistKindSchema = z.enum(blacklistKinds);
export type BlacklistKind = z.infer<typeof blacklistKindSchema>;

export const blacklistEntrySchema = z.object({
  id: idSchema,
  kind: blacklistKindSchema,
  value: z.string(),
  note: z.string(),
  createdAt: timeSchema,
});
export type BlacklistEntry = z.infer<typeof blacklistEntrySchema>;

export const newBlacklistEntrySchema = z.strictObject({
  kind: blacklistKindSchema,
  value: z.string().trim().min(1, 'Enter what to ignore').max(200, 'At most 200 characters'),
  note: z.string().trim().max(500, 'At most 500 characters').default(''),
});
export type NewBlacklistEntry = z.input<typeof newBlacklistEntrySchema>;

/** Number of posts, of all users or of the workspace, that left (`hidden`) or returned to (`restored`) their lists. */
const effect = { hidden: z.number().int(), restored: z.number().int() };
export const blacklistChangeSchema = z.object({ added: z.number().int(), ...effect });
export type BlacklistChange = z.infer<typeof blacklistChangeSchema>;

export const blacklistImportSchema = z.strictObject({ text: z.string().min(1, 'Nothing to import').max(900_000) });

export const blacklistRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/admin/blacklist',
    access: 'admin',
    tokens: 'none',
    summary: 'The blacklist of the instance',
    response: wholeOf(blacklistEntrySchema),
  }),
  add: defineRoute({
    method: 'POST',
    path: '/admin/blacklist',
    access: 'admin',
    tokens: 'none',
    summary: 'Add an entry; stored posts that match are hidden',
    body: newBlacklistEntrySchema,
    response: blacklistChangeSchema,
    status: 201,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/admin/blacklist/:id',
    access: 'admin',
    tokens: 'none',
    summary: 'Remove an entry; hidden posts come back',
    params: idParams,
    response: blacklistChangeSchema,
  }),
  import: defineRoute({
    method: 'POST',
    path: '/admin/blacklist/import',
    access: 'admin',
    tokens: 'none',
    summary: 'Import entries: CSV lines of kind, value and note, or r/name, u/name and plain words',
    body: blacklistImportSchema,
    response: blacklistChangeSchema,
  }),
};

/** The same for one workspace. */
export const workspaceBlacklistRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/blacklist',
    access: 'user',
    tokens: 'read',
    summary: 'The blacklist of the workspace; the one of the instance applies, too',
    response: wholeOf(blacklistEntrySchema),
  }),
  add: defineRoute({
    method: 'POST',
    path: '/blacklist',
    access: 'user',
    tokens: 'write',
    summary: 'Add an entry; stored posts of the workspace that match are hidden',
    body: newBlacklistEntrySchema,
    response: blacklistChangeSchema,
    status: 201,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/blacklist/:id',
    access: 'user',
    tokens: 'write',
    summary: "Remove an entry of the workspace's blacklist; hidden posts come back",
    params: idParams,
    response: blacklistChangeSchema,
  }),
  import: defineRoute({
    method: 'POST',
    path: '/blacklist/import',
    access: 'user',
    tokens: 'write',
    summary: "Import entries into the workspace's blacklist, as into the instance's",
    body: blacklistImportSchema,
    response: blacklistChangeSchema,
  }),
};
