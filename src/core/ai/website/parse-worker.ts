import { parentPort, workerData } from 'node:worker_threads';
import { pageOf } from './page.ts';

// Started by read-site.ts, one worker per page.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
parentPort?.postMessage(pageOf(workerData as string));
