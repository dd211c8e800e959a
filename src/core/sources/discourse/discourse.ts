import * as z from 'zod';
import { authorAt, fullnameAt, idAt } from '#shared/origin.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { earliestTime, type FetchedItem, textOnly, unknownTime } from '#core/platform/item.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { cleanText, maxTitleLength } from '#core/text/clean.ts';
import { textOfHtml } from '#core/text/html-text.ts';
import { eachStream, readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import { createJsonReader } from '../json.ts';
import type { OpenSource, Recheck, SourceDeps } from '../source.ts';

/** A topic in a list or in search results. */
const listedSchema = z.object({ id: z.number().int().positive(), created_at: z.iso.datetime({ offset: true }).transform(Date.parse) });
type Listed = z.output<typeof listedSchema>;

/** `/latest.json` and `/c/…/l/latest.json`; https://docs.discourse.org names the fields. */
const listSchema = z.object({
  topic_list: z.object({ topics: z.array(z.unknown()), more_topics_url: z.string().nullish().catch(null) }),
});

/** `/search.json` leaves out `topics` when it finds none. */
const searchSchema = z.object({
  topics: z.array(z.unknown()).default([]),
  grouped_search_result: z.object({
    more_full_page_results: z.boolean().nullish().catch(null),
    /** Why it didn't search, with status 200. */
    error: z.string().nullish().catch(null),
  }),
});

const postSchema = z.object({
  username: z.string().catch(''),
  cooked: z.string().catch(''),
  hidden: z.boolean().catch(false),
  user_deleted: z.boolean().catch(false),
  actions_summary: z.array(z.object({ id: z.number(), count: z.int32().default(0) })).catch([]),
});
const likes = 2;

/** `/t/{id}.json`: the topic with its first posts. */
const topicSchema = z.object({
  id: z.number().int().positive(),
  title: z.string(),
  created_at: z.string().catch(''),
  posts_count: z.int32().nullable().catch(null),
  closed: z.boolean().catch(false),
  archived: z.boolean().catch(false),
  post_stream: z.object({ posts: z.array(postSchema).min(1) }),
});
type Topic = z.output<typeof topicSchema>;

/** When a stream is read the first time: the newest topics of the last 30 days. */
const firstMs = 30 * dayMs;
const maxFirstPages = 4;
const maxPages = 10;
/** A topic is a request; what is left is read in the next round. */
const maxTopics = 120;
/** A topic may be listed this long after it was created: it was hidden, or couldn't be read. */
const overlapMs = 6 * hourMs;
const maxKnown = 500;
/** Topics that can't be read before a round ends. */
const maxFailures = 3;

const cursorSchema = z.object({
  /** Creation time of the newest topic that was read, in UTC ms. */
  newest: z.number().int().positive(),
  /** IDs of those read in the overlap before it. */
  known: z.array(z.number().int()),
});
type Cursor = z.output<typeof cursorSchema>;

/** Where a stream's topics are listed: a forum, which may be below a path, one of its categories, or a search. */
function placeOf({ name }: Stream) {
  const { origin, pathname, searchParams } = new URL(name);
  const query = searchParams.get('q');
  const at = pathname.search(/\/(?:c\/|search$)/);
  const base = `${origin}${at < 0 ? pathname : pathname.slice(0, at)}`.replace(/\/$/, '');
  return { base, query, category: at < 0 || query !== null ? '' : pathname.slice(at) };
}
type Place = ReturnType<typeof placeOf>;

/** Without a dot it could be taken for a subreddit. */
function labelOf(base: string): string {
  const address = base.replace(/^https?:\/\//, '');
  return address.includes('.') ? address : `Forum at ${address}`;
}

const nameOf = (base: string, id: number): string => fullnameAt('discourse', `${base}/t/${id}`);
function topicNamed(fullname: string): { base: string; id: number } | null {
  const [, base = '', id] = /^(https?:\/\/.{1,1000})\/t\/(\d{1,12})$/.exec(idAt('discourse', fullname) ?? '') ?? [];
  return URL.canParse(base) ? { base, id: Number(id) } : null;
}

function itemOf(topic: Topic, base: string, now: number): FetchedItem {
  const [post] = topic.post_stream.posts;
  const createdAt = Date.parse(topic.created_at);
  const name = cleanText(post?.username, 80);
  return {
    ...textOnly,
    fullname: nameOf(base, topic.id),
    kind: 'post',
    subreddit: labelOf(base),
    author: name === '' ? null : authorAt(name, new URL(base).host),
    title: cleanText(topic.title, maxTitleLength),
    body: cleanText(textOfHtml(post?.cooked ?? '')),
    permalink: `${base}/t/${topic.id}`,
    createdAt: createdAt >= earliestTime && createdAt <= now + dayMs ? createdAt : unknownTime,
    score: post?.actions_summary.find(({ id }) => id === likes)?.count ?? 0,
    numComments: topic.posts_count === null ? null : Math.max(0, topic.posts_count - 1),
    locked: topic.closed || topic.archived,
    gone: post?.user_deleted ? 'deleted' : post?.hidden ? 'removed' : null,
  };
}

function failureOf(text: string): SourceFailure | null {
  const type = /"error_type":\s?"(\w{1,40})"/.exec(text)?.[1];
  if (type === 'not_logged_in') return new SourceFailure('This forum is for its members only.', 'private');
  return type === 'invalid_access' ? new SourceFailure('This part of the forum is not for everyone.', 'missing') : null;
}

function createApi({ client, now, sleep }: SourceDeps) {
  // Forums allow 200 requests a minute unless they say otherwise.
  const reader = createJsonReader({ client, now, sleep, label: null, paceMs: 500, failureOf });

  async function search({ base, query }: Place, { since, page, signal }: Asked) {
    const words = (query ?? '').replaceAll(/(?<!\S)order:\S{1,40}/g, '').trim();
    // It counts whole days, in the time zone of the forum.
    const day = new Date(since - dayMs).toISOString().slice(0, 10);
    const params = new URLSearchParams({ q: `${words} in:first order:latest_topic after:${day}`, page: String(page + 1) });
    const { value } = await reader.get({ url: `${base}/search.json?${params.toString()}`, schema: searchSchema, signal });
    const { error, more_full_page_results: hasMore } = value.grouped_search_result;
    if (error) throw new SourceFailure(`${new URL(base).host} couldn't search: ${cleanText(error, 200)}`, 'unreachable');
    return { topics: value.topics, hasMore: hasMore ?? false };
  }

  async function list({ base, category }: Place, { page, signal }: Asked) {
    const path = category === '' ? '/latest.json' : `${category}/l/latest.json`;
    const { value } = await reader.get({ url: `${base}${path}?order=created&page=${page}`, schema: listSchema, signal });
    return { topics: value.topic_list.topics, hasMore: Boolean(value.topic_list.more_topics_url) };
  }

  return {
    page: (place: Place, asked: Asked) => (place.query === null ? list : search)(place, asked),
    topic: async (base: string, id: number, signal: AbortSignal): Promise<Topic> =>
      (await reader.get({ url: `${base}/t/${id}.json`, schema: topicSchema, signal })).value,
  };
}
type Api = ReturnType<typeof createApi>;
interface Asked {
  since: number;
  page: number;
  signal: AbortSignal;
}
interface Run {
  api: Api;
  now: number;
  signal: AbortSignal;
}

/** All topics since then, oldest first; `isWhole` says whether the pages reached that far back. */
async function listTopics({ api, signal }: Run, place: Place, { since, pages }: { since: number; pages: number }) {
  const listed = new Map<number, Listed>();
  let refused = 0;
  let isWhole = false;
  for (let page = 0; page < pages && !isWhole; page += 1) {
    const { topics, hasMore } = await api.page(place, { since, page, signal });
    const read = topics.map((topic) => listedSchema.safeParse(topic).data).filter((topic) => topic !== undefined);
    refused += topics.length - read.length;
    for (const topic of read) listed.set(topic.id, topic);
    isWhole = !hasMore || read.some(({ created_at: time }) => time < since);
  }
  const topics = [...listed.values()].filter(({ created_at: time }) => time >= since);
  return { topics: topics.toSorted((a, b) => a.created_at - b.created_at || a.id - b.id), refused, isWhole };
}

/** Reads topics one by one and keeps what it has when the forum asks to wait: the rest is read in the next round. */
async function readTopics({ api, now, signal }: Run, base: string, topics: readonly Listed[]) {
  const done: Listed[] = [];
  const items: FetchedItem[] = [];
  const failures: SourceFailure[] = [];
  for (const listed of topics) {
    try {
      const item = itemOf(await api.topic(base, listed.id, signal), base, now);
      if (item.gone === null) items.push(item);
      done.push(listed);
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      if (error.kind === 'missing') done.push(listed);
      else failures.push(error);
      if (error.kind === 'limited' || failures.length === maxFailures) break;
    }
  }
  if (done.length === 0 && failures[0]) throw failures[0];
  return { done, items, failed: failures.length };
}

async function readStream(run: Run, stream: Stream, cursor: Cursor | null): Promise<Reading> {
  const { now } = run;
  const place = placeOf(stream);
  const since = cursor === null ? now - firstMs : cursor.newest - overlapMs;
  const { topics, refused, isWhole } = await listTopics(run, place, { since, pages: cursor === null ? maxFirstPages : maxPages });
  const before = cursor?.known ?? [];
  const known = new Set(before);
  const fresh = topics.filter(({ id }) => !known.has(id));
  const taken = cursor === null ? fresh.slice(-maxTopics) : fresh.slice(0, maxTopics);
  const { done, items, failed } = await readTopics(run, place.base, taken);
  const newest = done.reduce((max, { created_at: time }) => (time <= now ? Math.max(max, time) : max), cursor?.newest ?? since);
  const near = done.filter(({ created_at: time }) => time >= newest - overlapMs).map(({ id }) => id);
  const next: Cursor = { newest, known: [...new Set([...near, ...before])].slice(0, maxKnown) };
  const oldest = topics[0]?.created_at ?? newest;
  const gap = cursor === null || isWhole || oldest <= cursor.newest ? null : { from: cursor.newest, to: Math.min(oldest, now) };
  return { stream, state: 'ok', items, newest, gap, refused: refused + failed, cursor: JSON.stringify(next) };
}

/** Adds what became of topics, as long as their forum can be read. */
async function recheckForum({ api, now, signal }: Run, topics: readonly { base: string; id: number }[], fates: Recheck): Promise<void> {
  for (const { base, id } of topics) {
    try {
      const item = itemOf(await api.topic(base, id, signal), base, now);
      fates.set(item.fullname, { gone: item.gone, item: item.gone === null ? item : null });
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      if (error.kind === 'missing') fates.set(nameOf(base, id), { gone: 'missing', item: null });
      else if (error.kind !== 'broken') return;
    }
  }
}

/** Reads first posts of forums, categories, and searches, oldest first, from where it stopped. */
export const openDiscourse: OpenSource = (deps) => {
  const api = createApi(deps);
  return {
    id: 'discourse',
    read: (request) =>
      eachStream(request, (stream, watermark, signal) => {
        const now = deps.now();
        const cursor = readCursor(cursorSchema, watermark);
        return readStream({ api, now, signal }, stream, cursor !== null && cursor.newest <= now ? cursor : null);
      }),
    async recheck(fullnames, signal) {
      const fates: Recheck = new Map();
      const run = { api, now: deps.now(), signal };
      const named = fullnames.flatMap((fullname) => topicNamed(fullname) ?? []);
      const forums = Map.groupBy(named, ({ base }) => base);
      await Promise.all(forums.values().map((topics) => recheckForum(run, topics, fates)));
      return fates;
    },
  };
};
