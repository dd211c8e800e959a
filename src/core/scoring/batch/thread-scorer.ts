import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { minuteMs } from '#shared/time.ts';
import type { Pair } from '../reader/encode.ts';
import type { Odds } from '../reader/reader.ts';
import { type ScorerResult, unscored } from '../scorer.ts';
import type { BatchScorer, CampaignSet, ScoreTask } from './batch-scorer.ts';

/**
 * An item's results in a form that is quick to copy to another thread. Most are of campaigns that no rule matched, which differ only
 * in their share: the campaign's id, followed by that.
 */
type PackedResults = readonly (ScorerResult | string | number | null)[];

const isPlain = ({ outcome, matchedRules, assessment, said }: ScorerResult): boolean =>
  outcome === 'unmatched' && matchedRules.length === 0 && assessment === null && said === undefined;

export const packResults = (results: readonly ScorerResult[]): PackedResults =>
  results.flatMap<PackedResults[number]>((result) => (isPlain(result) ? [result.campaignId, result.cheap] : [result]));

function unpackResults(packed: PackedResults): ScorerResult[] {
  const results: ScorerResult[] = [];
  for (const [at, one] of packed.entries()) {
    const next = packed[at + 1];
    if (typeof one === 'string')
      results.push(unscored(one, { reason: null, matchedRules: [], cheap: typeof next === 'number' ? next : null }));
    else if (typeof one === 'object' && one !== null) results.push(one);
  }
  return results;
}

type Work = { set: CampaignSet } | { tasks: readonly ScoreTask[]; now: number } | { pairs: readonly Pair[] };
export type ThreadMessage = ThreadRequest | { stop: true };
export type ThreadRequest = Work & { id: number };
export type ThreadReply = { id: number } & (
  | { tooLarge: string[] }
  | { results: PackedResults[]; fault: string | null }
  | { odds: (Odds | null)[] }
  | { error: unknown }
);

/** Copying this many items and results takes about a millisecond. */
const chunkSize = 100;
const defaultIdleMs = minuteMs;
/** Longer than any reading takes on a busy machine: a thread that is ended within native code takes the process with it. */
const stopMs = 10_000;
/** Space for new objects as small as the server's own (see bin/earshot). */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** The thread ended before it answered: it crashed, or ran out of memory. */
class ThreadEnded extends Error {}

export interface ThreadOptions {
  /** Milliseconds without work after which the thread ends. */
  idleMs?: number;
  /** Called with each new thread; tests end it to simulate a crash. */
  onStart?: (worker: Worker) => void;
}

interface Waiting {
  resolve: (reply: ThreadReply) => void;
  reject: (error: unknown) => void;
}

interface Thread {
  ask(work: Work): Promise<ThreadReply>;
  isBusy(): boolean;
  /** Ends it between two texts. */
  stop(): Promise<void>;
}

function startThread({ onStart, onEnd }: { onStart: ThreadOptions['onStart']; onEnd: () => void }): Thread {
  // `vite.server.ts` bundles the worker as a separate file.
  const worker = new Worker(new URL('./score-worker.ts', import.meta.url), { resourceLimits, execArgv: [] });
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let failure: unknown = null;
  // Only work in progress keeps a process alive.
  worker.unref();
  onStart?.(worker);
  worker.on('message', (reply: ThreadReply) => {
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) worker.unref();
    if ('error' in reply) one?.reject(reply.error);
    else one?.resolve(reply);
  });
  const exited = once(worker, 'exit');
  exited.catch(() => undefined);
  worker.on('error', (error) => (failure = error));
  worker.on('exit', () => {
    onEnd();
    const ended = new ThreadEnded('The scoring thread ended', { cause: failure });
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  });
  return {
    ask: (work) =>
      new Promise((resolve, reject) => {
        const id = (asked += 1);
        waiting.set(id, { resolve, reject });
        worker.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
        worker.postMessage({ ...work, id } satisfies ThreadRequest);
      }),
    isBusy: () => waiting.size > 0,
    async stop() {
      // In the middle of native code, it would take the whole process with it.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
      worker.postMessage({ stop: true } satisfies ThreadMessage);
      await Promise.race([exited, wait(stopMs, undefined, { ref: false })]);
      await worker.terminate();
    },
  };
}

const chunksOf = (tasks: readonly ScoreTask[], now: number): Work[] =>
  Array.from({ length: Math.ceil(tasks.length / chunkSize) }, (_, chunk) => ({
    tasks: tasks.slice(chunk * chunkSize, (chunk + 1) * chunkSize),
    now,
  }));

interface Threads {
  /** Replies in the order of the works. A thread that crashes is replaced once. */
  ask(works: readonly Work[]): Promise<ThreadReply[]>;
  close(): Promise<void>;
}

/** One thread at a time, which starts when it is first needed and ends after a while without work. */
function createThreads({ idleMs = defaultIdleMs, onStart }: ThreadOptions, setOf: () => CampaignSet | null): Threads {
  let current: Thread | null = null;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  function start(): Thread {
    if (isClosed) throw new ThreadEnded('Scoring has ended');
    const onEnd = (): void => {
      if (current === thread) current = null;
    };
    const thread = startThread({ onStart, onEnd });
    return thread;
  }

  /** The running thread, or a new one that knows the set. */
  function open(): Thread {
    if (current) return current;
    current = start();
    const set = setOf();
    // If this fails, so does the work that is sent next.
    if (set) current.ask({ set }).catch(() => undefined);
    return current;
  }

  function endWhenIdle(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (current && !current.isBusy()) void current.stop();
    }, idleMs).unref();
  }

  return {
    async ask(works) {
      const send = () => {
        const thread = open();
        return Promise.all(works.map((work) => thread.ask(work)));
      };
      try {
        return await send().catch((error: unknown) => {
          if (error instanceof ThreadEnded && !isClosed) return send();
          throw error;
        });
      } finally {
        endWhenIdle();
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await current?.stop();
    },
  };
}

/**
 * Scores in a worker thread, so that the server responds to requests meanwhile. If the thread crashes, another one gets the same
 * set and the same tasks, once.
 */
export function createThreadScorer(options: ThreadOptions = {}): BatchScorer {
  let set: CampaignSet | null = null;
  let fault: string | null = null;
  const threads = createThreads(options, () => set);
  return {
    async prepare(next) {
      set = null;
      const [reply] = await threads.ask([{ set: next }]);
      set = next;
      return reply && 'tooLarge' in reply ? reply.tooLarge : [];
    },
    async score(tasks, now) {
      const replies = (await threads.ask(chunksOf(tasks, now))).flatMap((reply) => ('results' in reply ? [reply] : []));
      fault = replies.at(-1)?.fault ?? null;
      return replies.flatMap(({ results }) => results.map(unpackResults));
    },
    async readPairs(pairs) {
      const [reply] = await threads.ask([{ pairs }]);
      return reply && 'odds' in reply ? reply.odds : [];
    },
    fault: () => fault,
    close: () => threads.close(),
  };
}
