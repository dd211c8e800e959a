import { parentPort } from 'node:worker_threads';
import { createBatchScorer } from './batch-scorer.ts';
import { type ThreadMessage, type ThreadReply, type ThreadRequest, packResults } from './thread-scorer.ts';

// Started by thread-scorer.ts, one worker for the whole server.
const scorer = createBatchScorer();
const reply = (message: ThreadReply): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
  parentPort?.postMessage(message);
};

async function handle(request: ThreadRequest): Promise<void> {
  const { id } = request;
  try {
    if ('set' in request) reply({ id, tooLarge: await scorer.prepare(request.set) });
    else if ('pairs' in request) reply({ id, odds: await scorer.readPairs(request.pairs) });
    else reply({ id, results: (await scorer.score(request.tasks, request.now)).map(packResults), fault: scorer.fault() });
  } catch (error) {
    reply({ id, error });
  }
}

/** One after the other: tasks are scored for the set that was sent before them. */
let turn = Promise.resolve();
parentPort?.on('message', (message: ThreadMessage) => {
  if ('stop' in message) void scorer.close().finally(() => process.exit());
  else turn = turn.then(() => handle(message));
});
