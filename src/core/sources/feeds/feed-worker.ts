import { parentPort, workerData } from 'node:worker_threads';
import { readFeed, type FeedText } from './read-feed.ts';

// Started by feed.ts, one worker per document.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
parentPort?.postMessage(readFeed(workerData as FeedText));
