import * as z from 'zod';
import { dayMs } from '#shared/time.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { idAt } from '#shared/origin.ts';
import { SourceFailure } from '../failure.ts';
import { createJsonReader } from '../json.ts';
import type { SourceDeps, OtherSource } from '../source.ts';
import { itemOf } from './item.ts';

const id = z.int().positive();
const seconds = z.int().nonnegative();
const text = z.string().catch('');
const count = z.int32().nullable().catch(null);

/** What is left to read of the time before the first run. */
export const pastSchema = z.object({
  /** Items from this id on are read live. */
  below: id,
  since: seconds,
  until: seconds,
});
export type Past = z.output<typeof pastSchema>;

/** A story, poll, or comment; https://hn.algolia.com/api names the fields. */
const hitSchema = z
  .object({
    objectID: z.coerce.number().pipe(id),
    created_at_i: seconds,
    author: text,
    title: text,
    url: text,
    /** HTML. */
    story_text: text,
    comment_text: text,
    points: count,
    num_comments: count,
    story_id: id.nullable().catch(null),
    story_title: text,
    parent_id: id.nullable().catch(null),
    _tags: z.array(z.string()).catch([]),
  })
  .transform(({ _tags: tags, ...hit }) => ({ ...hit, tags }));
type Hit = z.output<typeof hitSchema>;

const pageSchema = z.object({ hits: z.array(z.unknown()), nbHits: z.int() });

/** The time before the first run that is read. */
const firstMs = 30 * dayMs;
/** It allows 10,000 requests an hour. */
const paceMs = 400;
const maxStories = 50;

const isAsk = ({ tags }: Hit): boolean => tags.includes('ask_hn');

function pastItemOf(hit: Hit, now: number): FetchedItem {
  const isComment = hit.tags.includes('comment');
  const story = isComment && hit.story_id !== null ? { id: hit.story_id, title: hit.story_title } : null;
  const item = {
    id: hit.objectID,
    type: isComment ? 'comment' : 'story',
    by: hit.author,
    time: hit.created_at_i,
    title: hit.title,
    text: isComment ? hit.comment_text : hit.story_text,
    url: hit.url,
    parent: isComment ? hit.parent_id : null,
    score: hit.points,
    descendants: hit.num_comments,
    deleted: false,
    dead: false,
  };
  return itemOf(item, story, now);
}

/**
 * Algolia's search of Hacker News, newest first: stories with a text, and the comments on those that ask. It has what the official API
 * only gives one by one.
 */
export function createPast({ config, client, now, sleep }: SourceDeps, pageSize = 500) {
  const reader = createJsonReader({ client, now, sleep, label: 'Algolia', paceMs });

  async function search(tags: string, { since, until }: Past, signal: AbortSignal) {
    const numericFilters = `created_at_i>=${since},created_at_i<=${until}`;
    const query = new URLSearchParams({ tags, numericFilters, hitsPerPage: String(pageSize) });
    const url = `${config.hackerNews.searchUrl}/api/v1/search_by_date?${query.toString()}`;
    const page = await reader.get({ url, schema: pageSchema, signal });
    const hits = page.hits.flatMap((hit) => hitSchema.safeParse(hit).data ?? []);
    const refused = page.hits.length - hits.length;
    if (hits.length === 0 && page.nbHits > 0) throw new SourceFailure('Algolia answered with data in an unknown form.', 'broken');
    const oldest = hits.reduce((min, { created_at_i: time }) => Math.min(min, time), until);
    // A search has only its first 1,000 hits, so the next page goes on by time.
    if (page.nbHits <= page.hits.length) return { hits, refused, next: null };
    if (oldest === until) return { hits, refused, next: until - 1 };
    // There may be more from this second, all of which come with the next page.
    return { hits: hits.filter(({ created_at_i: time }) => time > oldest), refused, next: oldest };
  }

  async function listComments(stories: readonly Hit[], past: Past, signal: AbortSignal) {
    const found: Hit[] = [];
    let refused = 0;
    for (let start = 0; start < stories.length; start += maxStories) {
      const some = stories.slice(start, start + maxStories).map(({ objectID }) => `story_${objectID}`);
      let until: number | null = Math.floor(now() / 1000);
      while (until !== null) {
        const page = await search(`comment,(${some.join(',')})`, { ...past, until }, signal);
        found.push(...page.hits);
        refused += page.refused;
        until = page.next;
      }
    }
    return { comments: found.filter(({ comment_text: own }) => own !== ''), refused };
  }

  return {
    /** The newest below a story, newest first. Throws `SourceFailure`. */
    async comments(story: number, signal: AbortSignal): Promise<FetchedItem[]> {
      const { hits } = await search(`comment,story_${story}`, { below: 1, since: 0, until: Math.floor(now() / 1000) }, signal);
      return hits.filter(({ comment_text: own }) => own !== '').map((hit) => pastItemOf(hit, now()));
    },
    /** The newest that ask. Throws `SourceFailure`. */
    async asks(signal: AbortSignal): Promise<{ items: FetchedItem[]; refused: number }> {
      const until = Math.floor(now() / 1000);
      const { hits, refused } = await search('ask_hn', { below: 1, since: until - firstMs / 1000, until }, signal);
      return { items: hits.map((hit) => pastItemOf(hit, now())), refused };
    },
    /** Of the first run, which reads live from the id `below` on. */
    before(below: number): Past {
      const until = Math.floor(now() / 1000);
      return { below, since: until - firstMs / 1000, until };
    },
    /** One page, and what is left after it. Throws `SourceFailure`. */
    async page(past: Past, signal: AbortSignal): Promise<{ items: FetchedItem[]; refused: number; next: Past | null }> {
      const { hits, refused, next } = await search('(story,poll)', past, signal);
      const stories = hits.filter((hit) => hit.objectID < past.below && (hit.story_text !== '' || isAsk(hit)));
      const asking = stories.filter((hit) => isAsk(hit) && hit.num_comments !== 0);
      const answers = await listComments(asking, past, signal);
      const comments = answers.comments.filter(({ objectID }) => objectID < past.below);
      return {
        items: [...stories, ...comments].map((hit) => pastItemOf(hit, now())),
        refused: refused + answers.refused,
        next: next === null ? null : { ...past, until: next },
      };
    },
  };
}
export type PastReader = ReturnType<typeof createPast>;

/** The newest comments below a story, oldest first, from Algolia in one request: the official API has them only one by one. */
export const createThread =
  (past: Pick<PastReader, 'comments'>): NonNullable<OtherSource['thread']> =>
  async (story, signal) => {
    const storyId = Number(idAt('hackernews', story));
    return Number.isSafeInteger(storyId) && storyId > 0 ? (await past.comments(storyId, signal)).toReversed() : [];
  };
