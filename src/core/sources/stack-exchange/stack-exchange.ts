import * as z from 'zod';
import { authorAt, fullnameAt, idAt } from '#shared/origin.ts';
import { sourceOf } from '#shared/sources.ts';
import { stackHostOf, stackLabel } from '#shared/stream-names.ts';
import { dayMs } from '#shared/time.ts';
import { longestWaitMs } from '#core/platform/http/retry-after.ts';
import { type FetchedItem, newestOf, textOnly, timeOf } from '#core/platform/item.ts';
import { webAddress } from '#core/reddit/client/links.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { cleanText, lineOf, maxTitleLength } from '#core/text/clean.ts';
import { textOfHtml } from '#core/text/html-text.ts';
import { eachStream, readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import { createJsonReader, limited } from '../json.ts';
import type { OpenSource, Recheck, SourceDeps } from '../source.ts';

/** A question; https://api.stackexchange.com/docs/types/question names the fields. */
const questionSchema = z.object({
  question_id: z.number().int().positive(),
  /** HTML-escaped. */
  title: z.string(),
  /** HTML. */
  body: z.string().catch(''),
  link: z.string().catch(''),
  owner: z.object({ display_name: z.string().catch('') }).catch({ display_name: '' }),
  /** Unix seconds. */
  creation_date: z.int(),
  score: z.int32().nullable().catch(null),
  answer_count: z.int32().nullable().catch(null),
  closed_date: z.number().optional().catch(undefined),
  locked_date: z.number().optional().catch(undefined),
});
type Question = z.output<typeof questionSchema>;

/** What every answer is wrapped in; https://api.stackexchange.com/docs/wrapper. */
const wrapperSchema = z.object({
  items: z.array(z.unknown()),
  has_more: z.boolean().catch(false),
  /** Seconds to wait before the next request. */
  backoff: z.number().optional().catch(undefined),
  quota_remaining: z.number().optional().catch(undefined),
});

const refusalSchema = z.object({ error_id: z.number(), error_name: z.string().catch(''), error_message: z.string().catch('') });
const throttled = 502;
const noSite = /^no site found/i;

const pageSize = 100;
/** When a stream is read the first time: the newest questions of the last 30 days. */
const firstDays = 30;
const maxFirstPages = 3;
/** When catching up; what is left is read in the next round. */
const maxPages = 5;
/** New questions may appear this late in the API, whose answers are cached. */
const overlapSeconds = 10 * 60;
const maxIds = 100;
const maxKnown = 500;

const cursorSchema = z.object({
  /** Creation time of the newest question that was read, in Unix seconds. */
  newest: z.number().int().nonnegative(),
  /** IDs of those read in the overlap before it. */
  known: z.array(z.number().int()),
});
type Cursor = z.output<typeof cursorSchema>;

function itemOf(question: Question, site: string, now: number): FetchedItem {
  const host = stackHostOf(site);
  const name = lineOf(textOfHtml(question.owner.display_name), 80);
  const link = webAddress(question.link);
  return {
    ...textOnly,
    fullname: fullnameAt('stackexchange', `${site}.${question.question_id}`),
    kind: 'post',
    subreddit: host,
    author: name === '' ? null : authorAt(name, host),
    title: lineOf(textOfHtml(question.title), maxTitleLength),
    body: cleanText(textOfHtml(question.body)),
    permalink: link !== null && URL.parse(link)?.host === host ? link : `https://${host}/q/${question.question_id}`,
    createdAt: timeOf(question.creation_date * 1000, now),
    score: question.score,
    numComments: question.answer_count,
    locked: question.closed_date !== undefined || question.locked_date !== undefined,
  };
}

/** The API answers every refusal with status 400 and a number. */
function failureOf(text: string): SourceFailure | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const refusal = refusalSchema.safeParse(json).data;
  if (!refusal) return null;
  if (noSite.test(refusal.error_message)) return new SourceFailure('Stack Exchange has no such site.', 'missing');
  return new SourceFailure(`Stack Exchange refused the request (${cleanText(refusal.error_name, 60)}).`, 'broken');
}

const isThrottled = (text: string): boolean => new RegExp(`"error_id":\\s*${throttled}\\b`).test(text);
const waitIn = (text: string): number => Math.min(Number(/(\d{1,6}) seconds/.exec(text)?.[1] ?? 600) * 1000, longestWaitMs);

/** Where to go on, and what to ask for. */
function askedFrom({ name }: Stream, cursor: Cursor | null, latest: number) {
  const [site = '', tag] = name.split('/', 2);
  const asked = { site, ...(tag === undefined ? {} : { tagged: tag }), sort: 'creation' };
  // Newest first as long as there is no place to go on from.
  return cursor === null
    ? { ...asked, order: 'desc', fromdate: latest - firstDays * 86_400 }
    : { ...asked, order: 'asc', fromdate: Math.max(0, cursor.newest - overlapSeconds) };
}

const { label } = sourceOf('stackexchange');

interface Params extends Readonly<Record<string, string | number>> {
  site: string;
}

/** The API; its answers name when to ask again. */
function createApi({ config, client, now, sleep }: SourceDeps) {
  const { url, key } = config.stackExchange;
  const reader = createJsonReader({
    client,
    now,
    sleep,
    label,
    paceMs: 100,
    failureOf: (text) => (isThrottled(text) ? limited(label, now() + waitIn(text)) : failureOf(text)),
  });
  return async (path: string, { site, ...params }: Params, signal: AbortSignal) => {
    // By its host: the short names of some sites are older than their hosts.
    const query = new URLSearchParams({
      site: stackHostOf(site),
      filter: 'withbody',
      pagesize: String(pageSize),
      ...(key === '' ? {} : { key }),
    });
    for (const [name, value] of Object.entries(params)) query.set(name, String(value));
    const value = await reader.get({ url: `${url}/2.3/${path}?${query.toString()}`, schema: wrapperSchema, signal });
    const pauseMs = value.quota_remaining === 0 ? dayMs - (now() % dayMs) : (value.backoff ?? 0) * 1000;
    if (pauseMs > 0) reader.pause(url, pauseMs);
    const read = value.items.map((item) => questionSchema.safeParse(item).data ?? null);
    const questions = read.filter((one) => one !== null);
    return { questions, refused: read.length - questions.length, hasMore: value.has_more };
  };
}
type Ask = ReturnType<typeof createApi>;

async function readQuestions(
  ask: Ask,
  stream: Stream,
  { cursor, before, now, signal }: { cursor: Cursor | null; before: number | null; now: number; signal: AbortSignal },
): Promise<Reading> {
  const latest = Math.floor(now / 1000);
  const asked = askedFrom(stream, cursor, latest);
  const found: Question[] = [];
  let refused = 0;
  let hasMore = true;
  for (let page = 1; hasMore && page <= (cursor === null ? maxFirstPages : maxPages); page += 1) {
    try {
      const answer = await ask('questions', { ...asked, page }, signal);
      found.push(...answer.questions);
      refused += answer.refused;
      ({ hasMore } = answer);
    } catch (error) {
      // What is left is read in the next round.
      if (page === 1 || !(error instanceof SourceFailure) || error.kind !== 'limited') throw error;
      hasMore = false;
    }
  }
  const times = found.map(({ creation_date: time }) => time).filter((time) => time <= latest);
  const newest = times.reduce((a, b) => Math.max(a, b), cursor?.newest ?? latest - firstDays * 86_400);
  const known = new Set(cursor?.known);
  const near = found.filter(({ creation_date: time }) => time >= newest - overlapSeconds).map(({ question_id: id }) => id);
  const next: Cursor = { newest, known: [...new Set([...near, ...known])].slice(0, maxKnown) };
  const items = found.filter(({ question_id: id }) => !known.has(id)).map((question) => itemOf(question, asked.site, now));
  return {
    stream,
    state: 'ok',
    items,
    newest: newestOf(items, before, now),
    gap: null,
    refused,
    title: stackLabel(stream.name),
    cursor: JSON.stringify(next),
  };
}

/** Adds what became of questions, as long as their site can be read. */
async function recheckSite(
  ask: Ask,
  { site, ids, now, signal }: { site: string; ids: readonly number[]; now: number; signal: AbortSignal },
  fates: Recheck,
): Promise<void> {
  for (let start = 0; start < ids.length; start += maxIds) {
    const some = ids.slice(start, start + maxIds);
    const { questions, refused } = await ask(`questions/${some.join(';')}`, { site }, signal);
    const byId = new Map(questions.map((question) => [question.question_id, question]));
    for (const id of some) {
      const question = byId.get(id);
      const name = fullnameAt('stackexchange', `${site}.${id}`);
      if (question) fates.set(name, { gone: null, item: itemOf(question, site, now) });
      // Otherwise it may be one that can't be parsed.
      else if (refused === 0) fates.set(name, { gone: 'missing', item: null });
    }
  }
}

function partsOf(fullname: string): { site: string; id: number } | null {
  const [, site, id] = /^(.+)\.(\d{1,12})$/.exec(idAt('stackexchange', fullname) ?? '') ?? [];
  return site === undefined ? null : { site, id: Number(id) };
}

/** Reads questions of sites and tags, oldest first, from where it stopped. */
export const openStackExchange: OpenSource = (deps) => {
  const ask = createApi(deps);
  return {
    id: 'stackexchange',
    read: (request) =>
      eachStream(request, (stream, watermark, signal) => {
        const now = deps.now();
        const cursor = readCursor(cursorSchema, watermark);
        const isUsable = cursor !== null && cursor.newest > 0 && cursor.newest * 1000 <= now;
        return readQuestions(ask, stream, { cursor: isUsable ? cursor : null, before: watermark?.newest ?? null, now, signal });
      }),
    async recheck(fullnames, signal) {
      const fates: Recheck = new Map();
      const named = fullnames.map(partsOf).filter((parts) => parts !== null);
      for (const [site, of] of Map.groupBy(named, (parts) => parts.site)) {
        try {
          await recheckSite(ask, { site, ids: of.map(({ id }) => id), now: deps.now(), signal }, fates);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof SourceFailure)) throw error;
        }
      }
      return fates;
    },
  };
};
