import robotsModule from 'robots-parser';
import * as z from 'zod';
import { authorAt, fullnameAt, idAt } from '#shared/origin.ts';
import { streamKindOf } from '#shared/sources.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';
import { type FetchedItem, newestOf, textOnly, timeOf } from '#core/platform/item.ts';
import { webAddress } from '#core/reddit/client/links.ts';
import { cleanText, lineOf, maxTitleLength } from '#core/text/clean.ts';
import { textOfHtml } from '#core/text/html-text.ts';
import { eachStream, readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import { createJsonReader, refusalOf } from '../json.ts';
import { type List, markSchema, peekPages, readNew } from '../read-new.ts';
import type { OpenSource, Recheck, SourceDeps, ThreadComment } from '../source.ts';

/** Its types declare a default export, but the package exports the function itself. */
const parseRobots = robotsModule as unknown as typeof robotsModule.default;

const label = 'Lobsters';
const { only: site = '' } = streamKindOf('lobsters');
const paceMs = 2000;
/** Of 25 stories, at first about three weeks. */
const pages = [20, 10] as const;
const overlapMs = hourMs;
const maxComments = 20;

const text = z.string().catch('');
const number = z.int32().nullable().catch(null);
const storySchema = z.object({
  short_id: z.string().regex(/^[a-z0-9]{1,12}$/),
  created_at: text,
  title: text,
  url: text,
  score: number,
  comment_count: number,
  /** HTML. */
  description: text,
  submitter_user: text,
});
type Story = z.output<typeof storySchema>;
const commentSchema = z.object({
  short_id: z.string().regex(/^[a-z0-9]{1,12}$/),
  created_at: text,
  score: number,
  /** HTML. */
  comment: text,
  commenting_user: text,
  is_deleted: z.boolean().catch(false),
  is_moderated: z.boolean().catch(false),
});

const authorOf = (name: string): string | null => (name === '' ? null : authorAt(lineOf(name, 80), site));

const itemOf = (story: Story, now: number): FetchedItem => ({
  ...textOnly,
  fullname: fullnameAt('lobsters', story.short_id),
  kind: 'post',
  subreddit: site,
  author: authorOf(story.submitter_user),
  title: lineOf(textOfHtml(story.title), maxTitleLength),
  body: cleanText(textOfHtml(story.description)),
  url: webAddress(story.url),
  permalink: `https://${site}/s/${story.short_id}`,
  createdAt: timeOf(story.created_at, now),
  score: story.score,
  numComments: story.comment_count,
});

/** Throws unless the site's robots.txt, which is asked once a day, allows an address. */
function createPermission(url: string, { client, now }: Pick<SourceDeps, 'client' | 'now'>) {
  let known: { robots: ReturnType<typeof parseRobots>; until: number } | null = null;

  async function ask(signal: AbortSignal) {
    const address = `${url}/robots.txt`;
    const reply = await client.fetch({ url: address, signal, accept: 'any', headers: { accept: 'text/plain' } }).catch(() => {
      signal.throwIfAborted();
      throw new SourceFailure(`${label} couldn't be reached.`, 'unreachable');
    });
    const refusal = refusalOf(reply, { name: label, now: now() });
    // As RFC 9309 has it: a site without the file allows everything.
    if (refusal && (refusal.kind === 'limited' || refusal.kind === 'unreachable')) throw refusal;
    return { robots: parseRobots(address, refusal ? '' : reply.text), until: now() + dayMs };
  }

  return async (address: string, signal: AbortSignal): Promise<void> => {
    known = known && known.until > now() ? known : await ask(signal);
    if (known.robots.isAllowed(address, 'Earshot') === false)
      throw new SourceFailure(`${label} lets only some programs read it (robots.txt), and Earshot isn't one of them.`, 'forbidden');
  };
}

type Get = <T>(path: string, schema: z.ZodType<T>, signal: AbortSignal) => Promise<T>;

const listStories =
  (get: Get, now: Now, signal: AbortSignal): List<{ id: string; at: number; story: Story }, number> =>
  async ({ from }) => {
    const page = from ?? 1;
    const listed = await get(page === 1 ? '/newest.json' : `/newest/page/${page}.json`, z.array(z.unknown()), signal);
    const stories = listed.flatMap((one) => storySchema.safeParse(one).data ?? []);
    if (listed.length > 0 && stories.length === 0) throw new SourceFailure(`${label} answered with data in an unknown form.`, 'broken');
    const rows = stories.map((story) => ({ id: story.short_id, at: timeOf(story.created_at, now()), story }));
    return { rows, refused: listed.length - stories.length, next: listed.length === 0 ? null : page + 1 };
  };

const threadSchema = z.object({ comments: z.array(z.unknown()).catch([]) });

/** The comments below a story. */
async function readThread(get: Get, post: string, { now, signal }: { now: number; signal: AbortSignal }): Promise<ThreadComment[]> {
  const { comments } = await get(`/s/${idAt('lobsters', post)}.json`, threadSchema, signal);
  return comments
    .flatMap((one) => commentSchema.safeParse(one).data ?? [])
    .filter((comment) => !comment.is_deleted && !comment.is_moderated)
    .slice(0, maxComments)
    .map((comment) => ({
      ...textOnly,
      fullname: fullnameAt('lobsters', `c/${comment.short_id}`),
      kind: 'comment',
      subreddit: site,
      author: authorOf(comment.commenting_user),
      title: '',
      body: cleanText(textOfHtml(comment.comment)),
      permalink: `https://${site}/c/${comment.short_id}`,
      createdAt: timeOf(comment.created_at, now),
      score: comment.score,
      linkFullname: post,
    }));
}

/** What became of stories, as long as the site can be read. */
async function recheckStories(get: Get, fullnames: readonly string[], { now, signal }: { now: Now; signal: AbortSignal }) {
  const fates: Recheck = new Map();
  for (const fullname of fullnames) {
    const id = idAt('lobsters', fullname);
    if (id === null) continue;
    try {
      fates.set(fullname, { gone: null, item: itemOf(await get(`/s/${id}.json`, storySchema, signal), now()) });
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      if (error.kind === 'missing') fates.set(fullname, { gone: 'missing', item: null });
      else if (error.kind !== 'broken') break;
    }
  }
  return fates;
}

/** Reads the stories of Lobsters, oldest first, from where it stopped, as far as its robots.txt allows. */
export const openLobsters: OpenSource = (deps) => {
  const { now } = deps;
  const { url } = deps.config.lobsters;
  const reader = createJsonReader({ ...deps, label, paceMs });
  const permit = createPermission(url, deps);
  const get: Get = async (path, schema, signal) => {
    await permit(`${url}${path}`, signal);
    return reader.get({ url: `${url}${path}`, schema, signal });
  };
  return {
    id: 'lobsters',
    read: (request) =>
      eachStream(request, async (stream, watermark, signal) => {
        const mark = readCursor(markSchema, watermark);
        const reach = request.peek ? ([peekPages, pages[1]] as const) : pages;
        const { rows, refused, gap, markAfter } = await readNew(listStories(get, now, signal), {
          now: now(),
          mark,
          overlapMs,
          pages: reach,
        });
        const items = rows.map(({ story }) => itemOf(story, now()));
        const newest = newestOf(items, watermark?.newest ?? null, now());
        return { stream, state: 'ok', items, newest, gap, refused, cursor: JSON.stringify(markAfter(rows)) };
      }),
    thread: (post, signal) => readThread(get, post, { now: now(), signal }),
    recheck: (fullnames, signal) => recheckStories(get, fullnames, { now, signal }),
  };
};
