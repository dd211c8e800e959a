import * as z from 'zod';
import { idSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** What a column of an imported file can hold. */
export const importFields = ['title', 'text', 'author', 'subreddit', 'url', 'date', 'id', 'comments', 'score', 'flair'] as const;
export type ImportField = (typeof importFields)[number];

/** Field → name of its column, as the file spells it. A field that isn't named is not in the file. */
export const importMappingSchema = z.partialRecord(z.enum(importFields), z.string().trim().min(1).max(200));
export type ImportMapping = z.output<typeof importMappingSchema>;

/** Result of inspecting the beginning of a file. */
const importColumnsSchema = z.object({
  /** `reddit`, `export`, and `mail` are read without a mapping, `columns` with one. */
  format: z.enum(['reddit', 'export', 'columns', 'mail', 'unreadable']),
  columns: z.array(z.string()),
  mapping: importMappingSchema,
  /** The mapping was remembered from the last file with these columns. */
  remembered: z.boolean(),
  /** Column → its first value. */
  example: z.record(z.string(), z.string()),
});
export type ImportColumns = z.output<typeof importColumnsSchema>;

/** Column names as files spell them, most specific first, without case, spaces and marks. */
const knownNames: Record<ImportField, readonly string[]> = {
  title: ['posttitle', 'title', 'headline', 'threadtitle', 'topictitle', 'subject', 'question'],
  text: [
    'selftext',
    'posttext',
    'postbody',
    'commentbody',
    'body',
    'text',
    'postcontent',
    'content',
    'fulltext',
    'message',
    'comment',
    'description',
    'snippet',
    'what',
  ],
  author: [
    'author',
    'redditusername',
    'username',
    'authorname',
    'user',
    'postedby',
    'poster',
    'accountname',
    'account',
    'redditor',
    'nickname',
    'handle',
    'op',
    'creator',
    'writer',
    'who',
    'by',
  ],
  subreddit: ['subreddit', 'subredditname', 'community', 'communityname', 'sub', 'subname', 'forum', 'board'],
  url: ['permalink', 'posturl', 'url', 'link', 'commenturl', 'threadurl', 'postlink', 'sourceurl', 'weblink', 'webaddress', 'uri', 'href'],
  date: [
    'createdutc',
    'createdat',
    'created',
    'datecreated',
    'creationdate',
    'publishedat',
    'published',
    'postedat',
    'dateposted',
    'posted',
    'date',
    'datetime',
    'timestamp',
    'time',
    'createdon',
    'createddate',
    'publisheddate',
    'publishdate',
    'pubdate',
    'postdate',
    'dateandtime',
    'day',
    'when',
  ],
  id: ['fullname', 'postid', 'commentid', 'redditid', 'id'],
  comments: ['numcomments', 'commentcount', 'commentscount', 'numberofcomments', 'replycount', 'replies', 'comments'],
  score: ['score', 'upvotes', 'ups', 'points', 'votes', 'votecount', 'karma', 'likes'],
  flair: ['linkflairtext', 'flair', 'postflair'],
};

export const plainName = (column: string): string => column.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The likely column of each field. */
export function guessMapping(columns: readonly string[]): ImportMapping {
  const byName = new Map(columns.toReversed().map((column) => [plainName(column), column]));
  const pairs = importFields.flatMap((field) => {
    const column = knownNames[field].map((name) => byName.get(name)).find((found) => found !== undefined);
    return column === undefined ? [] : [[field, column] as const];
  });
  return Object.fromEntries(pairs);
}

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
