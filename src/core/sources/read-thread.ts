import { originOf } from '#shared/origin.ts';
import { sourceOf } from '#shared/sources.ts';
import { SourceFailure } from './failure.ts';
import type { Transports } from './reddit/transports.ts';
import type { OtherSource, ThreadComment, Source } from './source.ts';

/** Pasted text has a longer one, which Reddit doesn't know. */
const postName = /^t3_([0-9a-z]{1,13})$/;

/** The comments below a post, as Reddit sorts them. Throws `SourceFailure`, and what the source's `lookup` throws. */
export async function readThread(source: Source | null, post: string, signal: AbortSignal): Promise<ThreadComment[]> {
  const [, id] = postName.exec(post) ?? [];
  if (id === undefined) throw new SourceFailure('This was imported without a link, so its thread is unknown.', 'missing');
  if (!source) throw new SourceFailure("This server doesn't read Reddit.", 'unauthorized');
  // Feeds allow about one request a minute, which new posts need.
  if (source.id !== 'api' || !source.lookup)
    throw new SourceFailure("The comments can't be read without Reddit's API. Open the thread on Reddit.", 'unauthorized');
  const items = await source.lookup(`https://www.reddit.com/comments/${id}/`, signal);
  return items.filter(({ kind, gone }) => kind === 'comment' && gone === null);
}

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
