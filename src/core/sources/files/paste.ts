import { AppError } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { parseRedditLink } from '#core/reddit/client/links.ts';
import { itemOfRecord } from './record.ts';
import type { Source } from '../source.ts';

export interface Paste {
  /** Items of a pasted link (the linked item first, then its thread) or of pasted text. Throws AppErrors that may be shown. */
  read(pasted: { text?: string | undefined; url?: string | undefined }, signal: AbortSignal): Promise<FetchedItem[]>;
}

const longestTitle = 300;

/** Reads links over `transport`; without one only text can be pasted. */
export function createPaste({ transport }: { transport: Pick<Source, 'lookup'> | null }): Paste {
  return {
    async read({ text = '', url = '' }, signal) {
      const link = url.trim() || (parseRedditLink(text) ? text.trim() : '');
      if (!link) return [itemOfText(text)];
      if (!parseRedditLink(link)) throw new AppError('invalid', 'That is not a link to a Reddit post or comment');
      if (!transport?.lookup) throw new AppError('unavailable', "This instance can't read Reddit. Paste the text instead.");
      return transport.lookup(link, signal);
    },
  };
}

/** A short first line followed by more text is the title. */
function itemOfText(text: string): FetchedItem {
  const [first = '', ...rest] = text.trim().split(/\r?\n/);
  const body = rest.join('\n').trim();
  const split = body !== '' && first.length <= longestTitle;
  const item = itemOfRecord(split ? { title: first, selftext: body } : { title: '', selftext: text });
  if (typeof item === 'string') throw new AppError('invalid', 'Paste a link or a text');
  return { ...item, kind: 'post' };
}
