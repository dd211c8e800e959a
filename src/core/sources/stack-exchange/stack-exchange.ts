import * as z from 'zod';
import { authorAt, fullnameAt, idAt } from '#shared/origin.ts';
import { sourceOf } from '#shared/sources.ts';
import { stackHostOf, stackLabel } from '#shared/stream-names.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import { longestWaitMs } from '#core/platform/http/upstream.ts';
import { type FetchedItem, newestOf, textOnly, timeOf } from '#core/platform/item.ts';
import { webAddress } from '#core/reddit/client/links.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { cleanText, lineOf, maxTitleLength } from '#core/text/clean.ts';
import { textOfHtml } from '#core/text/html-text.ts';
import { eachStream, readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import { createJsonReader, limited } from '../json.ts';
import { type List, markSchema, peekPages, readNew } from '../read-new.ts';
import type { OpenSource, ReadRequest, Recheck, SourceDeps, Watermark } from '../source.ts';
import { readThread } from './thread.ts';

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
  quota_max: z.number().optional().catch(undefined),
  quota_remaining: z.number().optional().catch(undefined),
});

const refusalSchema = z.object({ error_id: z.number(), error_name: z.string().catch(''), error_message: z.string().catch('') });
const throttled = 502;
const noSite = /^no site found/i;

const pageSize = 100;
/** At first the newest 300; when catching up, what is left is read in the next round. */
const pages = [3, 5] as const;
/** New questions may appear this late in the API, whose answers are cached. */
const overlapMs = 10 * minuteMs;
const maxIds = 100;

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

const { label } = sourceOf('stackexchange');

interface Asked<T> {
  site: string;
  schema: z.ZodType<T>;
  params?: Readonly<Record<string, string | number>>;
}

/** Of a day's requests, in UTC, 300 without a key. */
const keptShare = 1 / 3;
const nextDay = (now: number): number => now - (now % dayMs) + dayMs;

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
  let left = { share: 1, until: 0 };
  async function ask<T>(path: string, { site, schema, params = {} }: Asked<T>, signal: AbortSignal) {
    // By its host: the short names of some sites are older than their hosts.
    const query = new URLSearchParams({
      site: stackHostOf(site),
      filter: 'withbody',
      pagesize: String(pageSize),
      ...(key === '' ? {} : { key }),
    });
    for (const [name, value] of Object.entries(params)) query.set(name, String(value));
    const value = await reader.get({ url: `${url}/2.3/${path}?${query.toString()}`, schema: wrapperSchema, signal });
    const pauseMs = value.quota_remaining === 0 ? nextDay(now()) - now() : (value.backoff ?? 0) * 1000;
    if (pauseMs > 0) reader.pause(url, pauseMs);
    const { quota_remaining: remaining, quota_max: max } = value;
    if (remaining !== undefined && max !== undefined) left = { share: remaining / max, until: nextDay(now()) };
    const rows = value.items.flatMap((item) => schema.safeParse(item).data ?? []);
    return { rows, refused: value.items.length - rows.length, hasMore: value.has_more };
  }
  /** Throws when what is left of the day's requests is for new questions and deletions. */
  function requireSpare(): void {
    if (left.share > keptShare || left.until <= now()) return;
    throw new SourceFailure(`${label} allows few more requests today, and new questions need them.`, 'limited', left.until);
  }
  return { ask, requireSpare };
}
type Ask = ReturnType<typeof createApi>['ask'];
interface Run {
  ask: Ask;
  now: number;
  signal: AbortSignal;
}

async function readQuestions(
  { ask, now, signal, peek }: Run & Pick<ReadRequest, 'peek'>,
  stream: Stream,
  watermark: Watermark | undefined,
): Promise<Reading> {
  const [site = '', tag] = stream.name.split('/', 2);
  const list: List<Question & { id: number; at: number }, number> = async ({ since, from, isFirst }) => {
    const page = from ?? 1;
    const order = isFirst ? 'desc' : 'asc';
    const asked = { sort: 'creation', order, fromdate: Math.floor(since / 1000), page };
    const params = tag === undefined ? asked : { ...asked, tagged: tag };
    const { rows: questions, refused, hasMore } = await ask('questions', { site, schema: questionSchema, params }, signal);
    const rows = questions.map((question) => ({ ...question, id: question.question_id, at: question.creation_date * 1000 }));
    return { rows, refused, next: hasMore ? page + 1 : null };
  };
  const mark = readCursor(markSchema, watermark);
  const { rows, refused, gap, markAfter } = await readNew(list, {
    now,
    mark,
    overlapMs,
    pages: peek ? [peekPages, pages[1]] : pages,
    goesForward: true,
  });
  const items = rows.map((question) => itemOf(question, site, now));
  return {
    stream,
    state: 'ok',
    items,
    newest: newestOf(items, watermark?.newest ?? null, now),
    gap,
    refused,
    title: stackLabel(stream.name),
    cursor: JSON.stringify(markAfter(rows)),
  };
}

/** Adds what became of questions, as long as their site can be read. */
async function recheckSite(
  { ask, now, signal }: Run,
  { site, ids }: { site: string; ids: readonly number[] },
  fates: Recheck,
): Promise<void> {
  for (let start = 0; start < ids.length; start += maxIds) {
    const some = ids.slice(start, start + maxIds);
    const { rows: questions, refused } = await ask(`questions/${some.join(';')}`, { site, schema: questionSchema }, signal);
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
  const { ask, requireSpare } = createApi(deps);
  return {
    id: 'stackexchange',
    read: (request) =>
      eachStream(request, (stream, watermark, signal) =>
        readQuestions({ ask, now: deps.now(), signal, peek: request.peek }, stream, watermark),
      ),
    async thread(fullname, signal) {
      const question = partsOf(fullname);
      if (!question) return [];
      requireSpare();
      const { site } = question;
      return readThread({
        ...question,
        now: deps.now(),
        hasKey: deps.config.stackExchange.key !== '',
        ask: async (path, schema, params) => (await ask(path, { site, schema, params }, signal)).rows,
      });
    },
    async recheck(fullnames, signal) {
      const fates: Recheck = new Map();
      const named = fullnames.map(partsOf).filter((parts) => parts !== null);
      for (const [site, of] of Map.groupBy(named, (parts) => parts.site)) {
        try {
          await recheckSite({ ask, now: deps.now(), signal }, { site, ids: of.map(({ id }) => id) }, fates);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof SourceFailure)) throw error;
        }
      }
      return fates;
    },
  };
};
