import { maxSearchLength, type SearchSort, searchSorts, type SearchTime, searchTimes } from '#shared/search.ts';
import { idPart, matching, oneOf, type Parts, readParts, wordsPart } from '#web/lib/address-parts.ts';

const subredditPattern = /^[\w-]{2,30}$/;
const readers = {
  q: wordsPart(maxSearchLength),
  subreddit: matching(subredditPattern),
  sort: oneOf(searchSorts),
  time: oneOf(searchTimes),
  campaign: idPart,
};
export type SearchFilters = Parts<typeof readers> & { q: string; sort: SearchSort; time: SearchTime };

/** Falls back to the defaults for values that can't be read. */
export const readFilters = (address: URLSearchParams): SearchFilters => ({
  q: '',
  sort: 'relevance',
  time: 'month',
  ...readParts(address, readers),
});

/** "r/Freelance", "/r/freelance/" → "freelance"; empty if it isn't a valid name. */
export function subredditFromInput(text: string): string {
  const name = text
    .trim()
    .replace(/^\/?r\//i, '')
    .replace(/\/$/, '');
  return subredditPattern.test(name) ? name : '';
}
