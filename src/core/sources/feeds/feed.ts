import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import type { Now } from '#core/platform/clock.ts';
import type { GuardedClient, GuardedReply } from '#core/platform/http/guarded.ts';
import { retryAfterMs } from '#core/platform/http/upstream.ts';
import { type FetchedItem, newestOf } from '#core/platform/item.ts';
import { answerOf, parseLimits } from '#core/platform/thread.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { eachStream, readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import type { OpenSource, OtherSource, Watermark } from '../source.ts';
import type { FeedReading, FeedText } from './read-feed.ts';

const defaultDeadlineMs = 5_000;
/** Parsed sooner than a thread starts, whatever it contains. */
const smallLength = 16 * 1024;

interface ParseOptions {
  signal: AbortSignal;
  deadlineMs?: number;
}

/**
 * Parses a feed in a worker thread: a document of 5 MB that was made for it takes seconds and a gigabyte. Throws `SourceFailure`,
 * or the signal's reason.
 */
export async function parseFeed(
  feed: FeedText,
  { signal, deadlineMs = defaultDeadlineMs }: ParseOptions,
): Promise<Exclude<FeedReading, { failure: string }>> {
  signal.throwIfAborted();
  const reading = await (feed.text.length <= smallLength ? readHere(feed) : readInThread(feed, { signal, deadlineMs }));
  if ('failure' in reading) throw new SourceFailure(reading.failure, reading.kind);
  return reading;
}

/** The parser is loaded when used: most instances read no feeds. */
const readHere = async (feed: FeedText): Promise<FeedReading> => (await import('./read-feed.ts')).readFeed(feed);

async function readInThread(feed: FeedText, { signal, deadlineMs }: Required<ParseOptions>): Promise<FeedReading> {
  // `vite.server.ts` bundles the worker as a separate file.
  const worker = new Worker(new URL('./feed-worker.ts', import.meta.url), { workerData: feed, resourceLimits: parseLimits, execArgv: [] });
  return answerOf<FeedReading>(worker, { signal, deadlineMs }).catch(() => {
    signal.throwIfAborted();
    throw new SourceFailure('The feed is too large or too complex to read.', 'broken');
  });
}

interface FeedDeps {
  /** For URLs given by users. */
  client: Pick<GuardedClient, 'fetch'>;
  now: Now;
}

/** State of a feed between two readings. */
interface Cursor {
  etag: string | null;
  lastModified: string | null;
  /** Entries of the last document: fullname → hash of the content. */
  entries: Record<string, string>;
}

const defaultPauseMs = 30 * 60_000;
const unreadable = "This address couldn't be read. It must be a public RSS or Atom feed of at most 5 MB that answers within 10 seconds.";

const noCursor: Cursor = { etag: null, lastModified: null, entries: {} };
const cursorSchema = z.object({
  etag: z.string().nullable().catch(null),
  lastModified: z.string().nullable().catch(null),
  entries: z.record(z.string(), z.string()).catch({}),
});
const cursorOf = (watermark: Watermark | undefined): Cursor => readCursor(cursorSchema, watermark) ?? noCursor;

const hashOf = ({ title, body }: FetchedItem): string => createHash('sha256').update(`${title}\0${body}`).digest('base64url').slice(0, 10);

function conditionsOf({ etag, lastModified }: Cursor): Record<string, string> {
  return { ...(etag && { 'if-none-match': etag }), ...(lastModified && { 'if-modified-since': lastModified }) };
}

async function request(
  { client, now }: FeedDeps,
  { stream, cursor }: { stream: Stream; cursor: Cursor },
  signal: AbortSignal,
): Promise<GuardedReply> {
  const asked = { url: stream.name, headers: conditionsOf(cursor), accept: 'any' as const, signal };
  const reply = await client.fetch(asked).catch(() => {
    signal.throwIfAborted();
    throw new SourceFailure(unreadable, 'unreachable');
  });
  const { status, headers } = reply;
  if (status === 429 || status === 503)
    throw new SourceFailure('The feed asks to be read later.', 'limited', now() + (retryAfterMs(headers, now()) ?? defaultPauseMs));
  if (status === 304 || (status >= 200 && status < 300)) return reply;
  throw new SourceFailure(`The feed answered with status ${status}.`, status === 404 || status === 410 ? 'missing' : 'broken');
}

async function readOne(
  deps: FeedDeps,
  { stream, watermark }: { stream: Stream; watermark: Watermark | undefined },
  signal: AbortSignal,
): Promise<Reading> {
  const now = deps.now();
  const before = cursorOf(watermark);
  const newest = watermark?.newest ?? null;
  const reply = await request(deps, { stream, cursor: before }, signal);
  if (reply.status === 304) return { stream, state: 'ok', items: [], newest, gap: null, refused: 0 };
  const { label, items: read } = await parseFeed({ text: reply.text, feedUrl: stream.name, url: reply.url, now }, { signal });
  const items = read.filter((item) => item !== null);
  const hashes = new Map(items.map((item) => [item.fullname, hashOf(item)]));
  const cursor: Cursor = {
    etag: reply.headers.get('etag'),
    lastModified: reply.headers.get('last-modified'),
    entries: Object.fromEntries(hashes),
  };
  return {
    stream,
    state: 'ok',
    items: items.filter(({ fullname }) => before.entries[fullname] !== hashes.get(fullname)),
    newest: newestOf(items, newest, now),
    gap: gapOf(items, before, watermark),
    refused: read.length - items.length,
    title: label,
    cursor: JSON.stringify(cursor),
  };
}

/** Reads RSS and Atom feeds from any URL: one request per feed, and no download while the server reports no change. */
export const createFeedSource = (deps: FeedDeps): OtherSource => ({
  id: 'feed',
  read: (asked) => eachStream(asked, (stream, watermark, signal) => readOne(deps, { stream, watermark }, signal)),
});

/** A feed lists only its newest entries: if none is left from the last reading, some may have been missed. */
function gapOf(items: readonly FetchedItem[], { entries }: Cursor, watermark: Watermark | undefined): { from: number; to: number } | null {
  const from = watermark?.newest ?? null;
  if (from === null || Object.keys(entries).length === 0 || items.some(({ fullname }) => fullname in entries)) return null;
  const oldest = items.reduce((time, { createdAt }) => Math.min(time, createdAt), Infinity);
  return oldest > from && oldest < Infinity ? { from, to: oldest } : null;
}

export const openFeeds: OpenSource = createFeedSource;
