import { t } from './language.ts';
/** Time limit for one chunk in milliseconds; the value is fixed. */
export const chunkTimeout = 120_000;

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  constructor(chunk: number, cause: unknown) {
    super(`Loading chunk ${chunk} failed`, { cause });
  }
}

type Timer = (act: () => void, milliseconds: number) => () => void;
const browserTimer: Timer = (act, milliseconds) => {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
};

/** Loads one chunk; rejects with `ChunkLoadError` when that fails or takes too long. */
export async function loadChunk<T>(chunk: number, load: () => Promise<T>, timer: Timer = browserTimer): Promise<T> {
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    stop = timer(() => reject(new ChunkLoadError(chunk, 'timeout')), chunkTimeout);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw error instanceof ChunkLoadError ? error : new ChunkLoadError(chunk, error);
  } finally {
    stop();
  }
}

/** As browsers say that code couldn't be loaded. */
const importFailed = /dynamically imported module|importing a module script/i;

export const isLoadFailure = (error: unknown): boolean =>
  error instanceof ChunkLoadError || (error instanceof Error && importFailed.test(error.message));

export const notFetched = t('A part of this page could not be fetched. Check your connection and load the page again.');
