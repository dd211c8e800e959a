import { ApiError } from '#web/lib/failure.ts';
import type { Change } from '#web/lib/kept-store.ts';
import { t } from '#web/lib/language.ts';
import { toast, toastWithAction } from '#web/ui/toaster.tsx';

export const unsentTexts = {
  unsent: (count: number) => t('{count, plural, one {# change waits} other {# changes wait}} for the network.', { count }),
  /** `what`: a change of a page that was closed before the network was back. */
  refused: (what: string, reason: string) => t("Couldn't save “{what}”. {reason}", { what, reason }),
  offline: (since: string) => t('Offline: you see what was here at {since}.', { since }),
  tryNow: t('Try now'),
};

/** No response at all, or one of a proxy whose server is gone. Any other failure is the server's answer. */
const unreachable: ReadonlySet<number> = new Set([0, 502, 504]);
const isUnreachable = (error: unknown): boolean => error instanceof ApiError && unreachable.has(error.status);
/** For whoever may send it later: the same person, in the workspace for which it was made. */
export const isForLater = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.code === 'other_workspace');

function asRemoval(request: () => Promise<unknown>): () => Promise<void> {
  let attempts = 0;
  return async () => {
    attempts += 1;
    try {
      await request();
    } catch (error) {
      if (attempts === 1 || !(error instanceof ApiError) || error.status !== 404) throw error;
    }
  };
}

interface UnsentDeps {
  retryMs: number;
  /** Called with how many changes wait, after each attempt; 0 once all are sent. `endsHere`: one of them would end with this page. */
  onWaiting: (count: number, endsHere: boolean) => void;
  /** Keeps a waiting change beyond this page; resolves to what forgets it, or to null if it can't be kept. */
  keep?: (change: Change) => Promise<(() => void) | null>;
}

export interface Unsent {
  /** Sends a change that is already on screen. If the server can't be reached, tries again until it responds. */
  send: <T>(request: () => Promise<T>, change?: Change) => Promise<T>;
  /** Sends a change of a page that is gone, before those of this one that follow. Resolves once the server has responded. */
  adopt: (request: () => Promise<unknown>) => Promise<void>;
  /** It was undone before the server got it: it isn't kept for later. */
  forget: (change: Change) => void;
  /** Sends a removal. If an earlier response was lost, it is gone already. */
  remove: (request: () => Promise<unknown>) => Promise<void>;
  /** After a failure: throws it unless the server couldn't be reached. */
  sendAgain: <T>(error: unknown, request: () => Promise<T>, change?: Change) => Promise<T>;
  tryNow: () => void;
}

interface Outcome<T> {
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
  /** It needs to be kept no longer. */
  onOver: () => void;
}

/** Resolves to whether the server responded. */
async function attempt<T>(request: () => Promise<T>, { resolve, reject, onOver }: Outcome<T>): Promise<boolean> {
  try {
    resolve(await request());
  } catch (error) {
    if (isUnreachable(error)) return false;
    reject(error);
    if (isForLater(error)) return true;
  }
  onOver();
  return true;
}

function createKeeping(keep: NonNullable<UnsentDeps['keep']>) {
  const kept = new Map<Change, Promise<(() => void) | null>>();
  return {
    async hold(change: Change): Promise<boolean> {
      const keeping = keep(change).catch(() => null);
      kept.set(change, keeping);
      return (await keeping) !== null;
    },
    forget(change: Change): void {
      void kept.get(change)?.then((drop) => drop?.());
      kept.delete(change);
    },
  };
}

/** Changes that the server has not received yet. They are sent in order, one at a time. */
export function createUnsent({ retryMs, onWaiting, keep = () => Promise.resolve(null) }: UnsentDeps): Unsent {
  /** `run` resolves to whether the server responded. */
  const queue: { run: () => Promise<boolean>; isKept: boolean }[] = [];
  const report = () =>
    onWaiting(
      queue.length,
      queue.some(({ isKept }) => !isKept),
    );
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  const sendAll = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (isSending) return;
    isSending = true;
    while (await queue[0]?.run()) queue.shift();
    isSending = false;
    report();
    if (queue.length > 0) timer ??= setTimeout(() => void sendAll(), retryMs);
  };

  const { hold, forget } = createKeeping(keep);

  const enqueue = <T>(request: () => Promise<T>, change?: Change, isKept = false): Promise<T> =>
    new Promise((resolve, reject) => {
      const onOver = () => change && forget(change);
      const item = { run: () => attempt(request, { resolve, reject, onOver }), isKept };
      queue.push(item);
      if (change)
        void hold(change).then((isHeld) => {
          item.isKept = isHeld;
          if (queue.includes(item)) report();
        });
      report();
      timer ??= setTimeout(() => void sendAll(), retryMs);
    });

  const sendAgain: Unsent['sendAgain'] = async (error, request, change) => {
    if (!isUnreachable(error)) throw error;
    return enqueue(request, change);
  };

  // After the changes that wait: the last one wins.
  const send: Unsent['send'] = (request, change) =>
    queue.length > 0 ? enqueue(request, change) : request().catch((error: unknown) => sendAgain(error, request, change));

  return {
    send,
    remove: (request) => send(asRemoval(request)),
    sendAgain,
    forget,
    async adopt(request) {
      const sent = enqueue(request, undefined, true).catch(() => {});
      void sendAll();
      await sent;
    },
    tryNow: () => void sendAll(),
  };
}

const waitingToast = 'unsent';
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
let waiting = 0;
let shownSince: string | null = null;

function sayWhatWaits(): void {
  const said = [...(shownSince === null ? [] : [unsentTexts.offline(shownSince)]), ...(waiting === 0 ? [] : [unsentTexts.unsent(waiting)])];
  if (said.length === 0) toast.dismiss(waitingToast);
  else
    toastWithAction(
      said.join(' '),
      { label: unsentTexts.tryNow, onSelect: tryNow },
      { id: waitingToast, duration: Number.POSITIVE_INFINITY },
    );
}

function tryNow(): void {
  unsent.tryNow();
  void import('#web/lib/kept.ts').then(({ look }) => look());
}

/** `since`: when what is on screen was read; null if it is up to date. */
export function showOffline(since: string | null): void {
  shownSince = since;
  sayWhatWaits();
}

function showWaiting(count: number, endsHere: boolean): void {
  waiting = count;
  sayWhatWaits();
  if (endsHere) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
}

const keep = async (change: Change) => (await import('#web/lib/kept.ts')).keepChange(change);

export const unsent = createUnsent({ retryMs: 3000, onWaiting: showWaiting, keep });
export const { remove: removeWhenReachable } = unsent;
