import * as z from 'zod';
import { authorAt, fullnameAt, idAt } from '#shared/origin.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { type FetchedItem, newestOf, textOnly, timeOf } from '#core/platform/item.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { cleanText, lineOf, maxTitleLength } from '#core/text/clean.ts';
import { textOfHtml } from '#core/text/html-text.ts';
import { eachStream, readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import { createJsonReader } from '../json.ts';
import { type List, markSchema, peekPages, readNew } from '../read-new.ts';
import { goneOf, likesOf, postSchema, repliesOf } from './thread.ts';
import type { OpenSource, Peek, Recheck, SourceDeps, Watermark } from '../source.ts';

/** A topic in a list or in search results. */
const listedSchema = z
  .object({ id: z.number().int().positive(), title: z.string().catch(''), created_at: z.iso.datetime({ offset: true }) })
  .transform(({ id, title, created_at }) => ({ id, title, at: Date.parse(created_at) }));
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

/** `/t/{id}.json`: the topic with its first posts. */
const topicSchema = z.object({
  title: z.string(),
  created_at: z.string().catch(''),
  posts_count: z.int32().nullable().catch(null),
  closed: z.boolean().catch(false),
  archived: z.boolean().catch(false),
  post_stream: z.object({ posts: z.array(postSchema).min(1) }),
});
type Topic = z.output<typeof topicSchema>;

const pages = [4, 10] as const;
/** Of a forum that somebody waits for: half a second each. */
const peekTopics = 12;
/** A topic is a request; what is left is read in the next round. */
const maxTopics = 120;
/** A topic may be listed this long after it was created: it was hidden, or couldn't be read. */
const overlapMs = 6 * hourMs;
/** Topics that can't be read before a round ends. */
const maxFailures = 3;
const maxTries = 5;
const maxFailed = 500;

const cursorSchema = markSchema.extend({
  /** Topics that couldn't be read, to be tried again. */
  failed: z.array(z.object({ id: z.number().int().positive(), at: z.number().int(), tries: z.number().int() })).default([]),
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
export function labelOf(base: string): string {
  const address = base.replace(/^https?:\/\//, '');
  return address.includes('.') ? address : `Forum at ${address}`;
}

interface TopicId {
  base: string;
  id: number;
}
export const nameOf = (base: string, id: number): string => fullnameAt('discourse', `${base}/t/${id}`);
function topicNamed(fullname: string): TopicId | null {
  const [, base = '', id] = /^(https?:\/\/.{1,1000})\/t\/(\d{1,12})$/.exec(idAt('discourse', fullname) ?? '') ?? [];
  return URL.canParse(base) ? { base, id: Number(id) } : null;
}

function itemOf(topic: Topic, { base, id: own }: TopicId, now: number): FetchedItem {
  const [post] = topic.post_stream.posts;
  const name = lineOf(post?.username ?? '', 80);
  return {
    ...textOnly,
    fullname: nameOf(base, own),
    kind: 'post',
    subreddit: labelOf(base),
    author: name === '' ? null : authorAt(name, new URL(base).host),
    title: lineOf(topic.title, maxTitleLength),
    body: cleanText(textOfHtml(post?.cooked ?? '')),
    permalink: `${base}/t/${own}`,
    createdAt: timeOf(topic.created_at, now),
    score: post ? likesOf(post) : 0,
    numComments: topic.posts_count === null ? null : Math.max(0, topic.posts_count - 1),
    locked: topic.closed || topic.archived,
    gone: goneOf(post),
  };
}

function failureOf(text: string, status: number): SourceFailure | null {
  const type = /"error_type":\s?"(\w{1,40})"/.exec(text)?.[1];
  if (type === 'not_logged_in') return new SourceFailure('This forum is for its members only.', 'private');
  if (type === 'invalid_access') return new SourceFailure('This part of the forum is not for everyone.', 'missing');
  // Only the forum itself knows that something is gone, a proxy before it doesn't.
  const isBare = type === undefined && (status === 404 || status === 410);
  return isBare ? new SourceFailure(`The forum answered with status ${status} and no data.`, 'broken') : null;
}

function createApi({ client, now, sleep }: SourceDeps) {
  // Forums allow 200 requests a minute unless they say otherwise.
  const reader = createJsonReader({ client, now, sleep, label: null, paceMs: 500, failureOf });

  async function search({ base, query }: Place, { since, page, signal }: Asked) {
    const words = (query ?? '').replaceAll(/(?<!\S)order:\S{1,40}/g, '').trim();
    // It counts whole days, in the time zone of the forum.
    const day = new Date(since - dayMs).toISOString().slice(0, 10);
    const params = new URLSearchParams({ q: `${words} in:first order:latest_topic after:${day}`, page: String(page + 1) });
    const value = await reader.get({ url: `${base}/search.json?${params.toString()}`, schema: searchSchema, signal });
    const { error, more_full_page_results: hasMore } = value.grouped_search_result;
    if (error) throw new SourceFailure(`${new URL(base).host} couldn't search: ${cleanText(error, 200)}`, 'unreachable');
    return { topics: value.topics, hasMore: hasMore ?? false };
  }

  async function list({ base, category }: Place, { page, signal }: Asked) {
    const path = category === '' ? '/latest.json' : `${category}/l/latest.json`;
    const value = await reader.get({ url: `${base}${path}?order=created&page=${page}`, schema: listSchema, signal });
    return { topics: value.topic_list.topics, hasMore: Boolean(value.topic_list.more_topics_url) };
  }

  return {
    page: (place: Place, asked: Asked) => (place.query === null ? list : search)(place, asked),
    topic: ({ base, id }: TopicId, signal: AbortSignal): Promise<Topic> =>
      reader.get({ url: `${base}/t/${id}.json`, schema: topicSchema, signal }),
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
  peek?: Peek | undefined;
}

/** Reads topics one by one and keeps what it has when the forum asks to wait: the rest is read in the next round. */
async function readTopics<T extends Pick<Listed, 'id' | 'at'>>({ api, now, signal, peek }: Run, base: string, topics: readonly T[]) {
  const done: T[] = [];
  const items: FetchedItem[] = [];
  const failed: T[] = [];
  let failure: SourceFailure | null = null;
  for (const listed of topics) {
    if (peek?.isTimeUp()) break;
    const own = { base, id: listed.id };
    try {
      const item = itemOf(await api.topic(own, signal), own, now);
      if (item.gone === null) items.push(item);
      done.push(listed);
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      if (error.kind === 'missing') done.push(listed);
      else if (error.kind === 'limited') failure = error;
      else {
        failed.push(listed);
        failure ??= error;
      }
      if (error.kind === 'limited' || failed.length === maxFailures) break;
    }
  }
  return { done, items, failed, failure };
}

/** Of a stream that is read the first time. */
function firstOf(topics: readonly Listed[], peek: Peek | undefined): Listed[] {
  if (!peek) return topics.slice(-maxTopics);
  const ranked = topics.map((topic) => ({ topic, rank: peek.rank(topic.title) }));
  return ranked
    .toSorted((a, b) => b.rank - a.rank || b.topic.at - a.topic.at)
    .slice(0, peekTopics)
    .map(({ topic }) => topic);
}

async function readStream(run: Run, stream: Stream, watermark: Watermark | undefined): Promise<Reading> {
  const { api, now, signal } = run;
  const place = placeOf(stream);
  const cursor = readCursor(cursorSchema, watermark);
  const list: List<Listed, number> = async ({ since, from }) => {
    const page = from ?? 0;
    const { topics, hasMore } = await api.page(place, { since, page, signal });
    const rows = topics.map((topic) => listedSchema.safeParse(topic).data).filter((topic) => topic !== undefined);
    return { rows, refused: topics.length - rows.length, next: hasMore ? page + 1 : null };
  };
  const { rows, refused, gap, isFirst, markAfter } = await readNew(list, {
    now,
    mark: cursor,
    overlapMs,
    pages: run.peek ? [peekPages, pages[1]] : pages,
  });
  const failed = cursor?.failed ?? [];
  const fresh = rows.filter((topic) => !failed.some(({ id }) => id === topic.id));
  const first = await readTopics(run, place.base, isFirst ? firstOf(fresh, run.peek) : fresh.slice(0, maxTopics));
  if (first.done.length === 0 && first.failure) throw first.failure;
  const again = await readTopics(run, place.base, failed);
  const items = [...first.items, ...again.items];
  const newest = newestOf(items, watermark?.newest ?? null, now);
  const next: Cursor = {
    ...markAfter([...first.done, ...again.done.map((topic) => ({ ...topic, title: '' }))]),
    failed: stillFailed(failed, first.failed, again),
  };
  const unread = refused + first.failed.length + again.failed.length;
  return { stream, state: 'ok', items, newest, gap, refused: unread, cursor: JSON.stringify(next) };
}

/** What to try again: first those that were not tried this time. */
function stillFailed(
  before: Cursor['failed'],
  fresh: readonly Listed[],
  again: { done: Cursor['failed']; failed: Cursor['failed'] },
): Cursor['failed'] {
  const untried = before.filter((topic) => !again.done.includes(topic) && !again.failed.includes(topic));
  const tried = [...fresh.map(({ id, at }) => ({ id, at, tries: 0 })), ...again.failed].map((topic) => ({
    ...topic,
    tries: topic.tries + 1,
  }));
  return [...untried, ...tried.filter(({ tries }) => tries < maxTries)].slice(0, maxFailed);
}

/** Adds what became of topics, as long as their forum can be read. */
async function recheckForum({ api, now, signal }: Run, topics: readonly TopicId[], fates: Recheck): Promise<void> {
  for (const topic of topics) {
    try {
      const item = itemOf(await api.topic(topic, signal), topic, now);
      fates.set(item.fullname, { gone: item.gone, item: item.gone === null ? item : null });
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      if (error.kind === 'missing') fates.set(nameOf(topic.base, topic.id), { gone: 'missing', item: null });
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
      eachStream(request, (stream, watermark, signal) =>
        readStream({ api, now: deps.now(), signal, peek: request.peek }, stream, watermark),
      ),
    async thread(fullname, signal) {
      const named = topicNamed(fullname);
      if (!named) return [];
      const topic = await api.topic(named, signal);
      const item = itemOf(topic, named, deps.now());
      const { title, subreddit } = item;
      const host = new URL(named.base).host;
      return repliesOf(topic.post_stream.posts, {
        fullname,
        title,
        subreddit,
        permalink: `${named.base}/t/${named.id}`,
        host,
        now: deps.now(),
      });
    },
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
