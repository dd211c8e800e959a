import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import type { FetchedItem } from '#core/platform/item.ts';

const redditPost = z.object({
  name: z.string(),
  subreddit: z.string(),
  title: z.string().default(''),
  selftext: z.string().default(''),
  /** For comments: their thread's title, their text, and what they reply to. */
  link_title: z.string().default(''),
  body: z.string().default(''),
  parent_id: z.string().nullish(),
  link_id: z.string().nullish(),
  url: z.string().nullish(),
  created_utc: z.number(),
  score: z.number().nullish(),
  num_comments: z.number().nullish(),
  over_18: z.boolean().default(false),
  link_flair_text: z.string().nullish(),
});

/** 17,288 public-domain posts from 2013; see `bench/data/README.md`. */
export const publicPosts = new URL('../data/posts/top-2013.jsonl.gz', import.meta.url);

export function readText(file: string | URL): string {
  const bytes = readFileSync(file);
  return (String(file).endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Posts and comments of a JSONL file with Reddit's field names, gzipped or plain. */
export function readPosts(file: string | URL): FetchedItem[] {
  return readText(file)
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => fetchedOf(redditPost.parse(JSON.parse(row))));
}

function fetchedOf(post: z.output<typeof redditPost>): FetchedItem {
  const isComment = post.name.startsWith('t1_');
  return {
    fullname: post.name,
    kind: isComment ? 'comment' : 'post',
    subreddit: post.subreddit,
    author: null,
    title: isComment ? post.link_title : post.title,
    body: isComment ? post.body : post.selftext,
    url: post.url ?? null,
    permalink: null,
    createdAt: post.created_utc * 1000,
    score: post.score ?? null,
    numComments: post.num_comments ?? null,
    over18: post.over_18,
    flair: post.link_flair_text ?? null,
    parentFullname: post.parent_id ?? null,
    linkFullname: post.link_id ?? null,
    locked: false,
    crosspost: false,
    distinguished: false,
    gone: null,
  };
}
