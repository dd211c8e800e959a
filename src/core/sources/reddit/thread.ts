import { SourceFailure } from '../failure.ts';
import type { Source, ThreadComment } from '../source.ts';

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
