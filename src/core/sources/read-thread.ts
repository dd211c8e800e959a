import { originOf } from '#shared/origin.ts';
import { sourceOf } from '#shared/sources.ts';
import { SourceFailure } from './failure.ts';
import { readThread } from './reddit/thread.ts';
import type { Transports } from './reddit/transports.ts';
import type { OtherSource, ThreadComment } from './source.ts';

interface Deps {
  others: readonly OtherSource[];
  transports: Pick<Transports, 'of'>;
}

/** The comments below a post, by its fullname, over the user's own way to its source. Throws an error that may be shown. */
export const createThreadReader =
  ({ others, transports }: Deps) =>
  async (userId: number, post: string, signal: AbortSignal): Promise<ThreadComment[]> => {
    const origin = originOf(post);
    if (origin === 'reddit') return readThread(await transports.of(userId), post, signal);
    const source = others.find(({ id }) => id === origin);
    if (!source?.thread) throw new SourceFailure(`Earshot reads no comments from this source (${sourceOf(origin).label}).`, 'missing');
    return source.thread(post, signal);
  };
export type ReadThread = ReturnType<typeof createThreadReader>;
