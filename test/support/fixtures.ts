import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** Recorded replies of Reddit's API; see the folder's README for source and license. */
export const redditReplies = new URL('../fixtures/reddit-replies/', import.meta.url);

const recordingSchema = z.object({
  response: z.object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.unknown() }),
});
export type RecordedReply = z.infer<typeof recordingSchema>['response'];

export function readRecordedReply(name: string): RecordedReply {
  return recordingSchema.parse(JSON.parse(readFileSync(new URL(`${name}.json`, redditReplies), 'utf8'))).response;
}

/** 17,288 public-domain posts from 2013, as gzipped JSONL with Reddit's field names; see `bench/data/README.md`. */
export const publicPosts = new URL('../../bench/data/posts/top-2013.jsonl.gz', import.meta.url);
