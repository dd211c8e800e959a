import { Worker } from 'node:worker_threads';
import { answerOf, parseLimits } from '#core/platform/thread.ts';
import { SourceFailure } from '../failure.ts';
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
