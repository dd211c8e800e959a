import { SourceFailure } from '../failure.ts';
import type { ThreadComment } from '../source.ts';
import { linksInHtml } from '#core/text/html-text.ts';
import { noSuchRepository } from './api.ts';
import type { Run } from './recheck.ts';
import { ofComment, readFullname } from './wire.ts';

/** The first comments on an issue of a public repository, oldest first. */
export async function readThread({ api, now, signal }: Run, fullname: string): Promise<ThreadComment[]> {
  const named = readFullname(fullname);
  if (!named || named.part === 'comments') return [];
  const { repository, part, number } = named;
  if (part === 'discussions')
    throw new SourceFailure('Earshot reads the comments of issues on GitHub, not those of discussions.', 'broken');
  // A token may read more than anyone may.
  if (api.graph && !(await api.graph.publicOf([repository], signal)).has(repository)) throw noSuchRepository();
  const { rows } = await api.rest.commentsOn(repository, number, signal);
  return rows.flatMap((comment) => {
    const item = ofComment(comment, now)?.item;
    return item ? [{ ...item, links: linksInHtml(comment.body_html ?? '') }] : [];
  });
}
