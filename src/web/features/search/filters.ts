import { maxSearchLength, type SearchSort, searchSorts, type SearchTime, searchTimes } from '#shared/search.ts';
import { idParam, matching, oneOf, type UrlParams, readUrlParams, textParam } from '#web/lib/url-params.ts';

const subredditPattern = /^[\w-]{2,30}$/;
const readers = {
  q: textParam(maxSearchLength),
  subreddit: matching(subredditPattern),
  sort: oneOf(searchSorts),
  time: oneOf(searchTimes),
  campaign: idParam,
};
export type SearchFilters = UrlParams<typeof readers> & { q: string; sort: SearchSort; time: SearchTime };

/** Falls back to the defaults for values that can't be read. */
export const readFilters = (address: URLSearchParams): SearchFilters => ({
  q: '',
  sort: 'relevance',
  time: 'month',
  ...readUrlParams(address, readers),
});

/** "r/Freelance", "/r/freelance/" → "freelance"; empty if it isn't a valid name. */
export function subredditFromInput(text: string): string {
  const name = text
    .trim()
    .replace(/^\/?r\//i, '')
    .replace(/\/$/, '');
  return subredditPattern.test(name) ? name : '';
}
