import * as z from 'zod';
import { authorAt, fullnameAt } from '#shared/origin.ts';
import { stackHostOf } from '#shared/stream-names.ts';
import { textOnly, timeOf } from '#core/platform/item.ts';
import { cleanText, lineOf } from '#core/text/clean.ts';
import { linksInHtml, textOfHtml } from '#core/text/html-text.ts';
import type { ThreadComment } from '../source.ts';

const owner = z.object({ display_name: z.string().catch('') }).catch({ display_name: '' });
const written = { owner, body: z.string().catch(''), creation_date: z.int(), score: z.int32().nullable().catch(null) };
/** https://api.stackexchange.com/docs/types/answer and `/comment` name the fields. */
const answerSchema = z
  .object({ ...written, answer_id: z.int().positive() })
  .transform(({ answer_id: id, ...rest }) => ({ ...rest, id: `a${id}` }));
const commentSchema = z
  .object({ ...written, comment_id: z.int().positive() })
  .transform(({ comment_id: id, ...rest }) => ({ ...rest, id: `c${id}` }));
type Written = z.output<typeof answerSchema>;

const maxShown = 20;

interface Question {
  site: string;
  id: number;
}
interface Thread extends Question {
  now: number;
  /** With a key there are 10,000 requests a day, without one 300. */
  hasKey: boolean;
  ask: (
    path: string,
    schema: typeof answerSchema | typeof commentSchema,
    params: Record<string, string | number>,
  ) => Promise<readonly Written[]>;
}

/** The answers with the most votes, and with a key the comments on the question. */
export async function readThread({ site, id, now, hasKey, ask }: Thread): Promise<ThreadComment[]> {
  const params = { order: 'desc', sort: 'votes', pagesize: maxShown };
  const answers = await ask(`questions/${id}/answers`, answerSchema, params);
  const comments = hasKey ? await ask(`questions/${id}/comments`, commentSchema, params) : [];
  const host = stackHostOf(site);
  const question = fullnameAt('stackexchange', `${site}.${id}`);
  return [...comments, ...answers].map((row) => {
    const name = lineOf(textOfHtml(row.owner.display_name), 80);
    return {
      ...textOnly,
      fullname: `${question}.${row.id}`,
      kind: 'comment',
      subreddit: host,
      author: name === '' ? null : authorAt(name, host),
      title: '',
      body: cleanText(textOfHtml(row.body)),
      permalink: row.id.startsWith('a') ? `https://${host}/a/${row.id.slice(1)}` : `https://${host}/q/${id}`,
      createdAt: timeOf(row.creation_date * 1000, now),
      score: row.score,
      parentFullname: question,
      linkFullname: question,
      links: linksInHtml(row.body),
    };
  });
}
