import { readSubredditName } from '#shared/stream-names.ts';
import { maxSearchLength, type SearchSort, searchSorts, type SearchTime, searchTimes } from '#shared/search.ts';
import { idParam, oneOf, type UrlParams, readUrlParams, textParam } from '#web/lib/url-params.ts';

/** "r/Freelance" and links to it are "Freelance"; undefined if it isn't a valid name. */
export function readSubreddit(text: string): string | undefined {
  const read = readSubredditName(text);
  return 'name' in read ? read.name : undefined;
}

const readers = {
  q: textParam(maxSearchLength),
  subreddit: readSubreddit,
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
