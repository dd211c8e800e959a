import { minuteMs } from '#shared/time.ts';
import type { EraseStep } from '#core/inbox/items/erase.ts';
import type { Now } from '#core/platform/clock.ts';
import type { ThreadComment } from '#core/sources/source.ts';

const keptMs = 15 * minuteMs;
const maxKept = 500;
/** Of all threads together: some have hundreds of comments with thousands of characters each. */
const maxCharacters = 20_000_000;

interface Thread {
  post: string;
  readAt: number;
  comments: readonly ThreadComment[];
  length: number;
}

const lengthOf = (comments: readonly ThreadComment[]): number =>
  comments.reduce((sum, { title, body, links = [] }) => sum + title.length + body.length + links.join('').length, 0);

/** Threads that were just read, in memory only. */
export function createKeptThreads(now: Now) {
  const threads = new Map<string, Thread>();
  const keyOf = (userId: number, post: string): string => `${userId} ${post}`;

  function makeRoom(): void {
    let length = threads.values().reduce((sum, thread) => sum + thread.length, 0);
    for (const [key, oldest] of threads) {
      if (threads.size <= maxKept && length <= maxCharacters) return;
      threads.delete(key);
      length -= oldest.length;
    }
  }

  function drop(isGone: (thread: Thread) => boolean): void {
    for (const [key, thread] of threads) if (isGone(thread)) threads.delete(key);
  }
  /** What is deleted in a thread takes the whole thread with it: it is read again. */
  const erase: EraseStep = {
    counts: 'other',
    run(_, { fullnames }) {
      const names = new Set(fullnames);
      drop(({ post, comments }) => names.has(post) || comments.some(({ fullname }) => names.has(fullname)));
      return Promise.resolve(0);
    },
    runBelow: () => Promise.resolve(),
  };

  return {
    erase,
    find(userId: number, post: string): Thread | null {
      const thread = threads.get(keyOf(userId, post));
      return thread && now() - thread.readAt <= keptMs ? thread : null;
    },
    keep(userId: number, post: string, comments: readonly ThreadComment[]): Thread {
      const thread = { post, readAt: now(), comments, length: lengthOf(comments) };
      const key = keyOf(userId, post);
      threads.delete(key);
      threads.set(key, thread);
      makeRoom();
      setTimeout(() => threads.get(key) === thread && threads.delete(key), keptMs).unref();
      return thread;
    },
  };
}
export type KeptThreads = ReturnType<typeof createKeptThreads>;
