import { ApiError } from '#web/lib/api-error.ts';

/** No response at all, or one of a proxy whose server is gone. Any other failure is the server's answer. */
const unreachable: ReadonlySet<number> = new Set([0, 502, 504]);
const isUnreachable = (error: unknown): boolean => error instanceof ApiError && unreachable.has(error.status);

interface UnsentDeps {
  retryMs: number;
  /** Called with how many changes wait, after each attempt; 0 once all are sent. */
  onWaiting: (count: number) => void;
}

export interface Unsent {
  /** Sends a change that is already on screen. If the server can't be reached, tries again until it responds. */
  send: <T>(request: () => Promise<T>) => Promise<T>;
  /** The same for a removal. If an earlier response was lost, it is gone already. */
  remove: (request: () => Promise<unknown>) => Promise<void>;
  tryNow: () => void;
}

/** Changes that the server has not received yet. They are sent in order, one at a time. */
export function createUnsent({ retryMs, onWaiting }: UnsentDeps): Unsent {
  /** Each resolves to whether the server responded. */
  const queue: (() => Promise<boolean>)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  const sendAll = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (isSending) return;
    isSending = true;
    while (queue[0] && (await queue[0]())) queue.shift();
    isSending = false;
    onWaiting(queue.length);
    if (queue.length > 0) timer ??= setTimeout(() => void sendAll(), retryMs);
  };

  const enqueue = <T>(request: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      queue.push(async () => {
        try {
          resolve(await request());
        } catch (error) {
          if (isUnreachable(error)) return false;
          reject(error);
        }
        return true;
      });
      onWaiting(queue.length);
      timer ??= setTimeout(() => void sendAll(), retryMs);
    });

  const send: Unsent['send'] = async (request) => {
    // After the changes that wait: the last one wins.
    if (queue.length > 0) return enqueue(request);
    try {
      return await request();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return enqueue(request);
    }
  };

  return {
    send,
    async remove(request) {
      let attempts = 0;
      await send(async () => {
        attempts += 1;
        try {
          await request();
        } catch (error) {
          if (attempts === 1 || !(error instanceof ApiError) || error.status !== 404) throw error;
        }
      });
    },
    tryNow: () => void sendAll(),
  };
}
