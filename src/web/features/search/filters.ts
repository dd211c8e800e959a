import { maxSearchLength, type SearchSort, searchSorts, type SearchTime, searchTimes } from '#shared/search.ts';
import { idPart, matching, oneOf, type Parts, readParts, wordsPart } from '#web/lib/address-parts.ts';

const community = /^[\w-]{2,30}$/;
const readers = {
  q: wordsPart(maxSearchLength),
  subreddit: matching(community),
  sort: oneOf(searchSorts),
  time: oneOf(searchTimes),
  campaign: idPart,
};
export type SearchFilters = Parts<typeof readers> & { q: string; sort: SearchSort; time: SearchTime };

/** What the address asks for, with the usual where it says nothing that can be read. */
export const readFilters = (address: URLSearchParams): SearchFilters => ({
  q: '',
  sort: 'relevance',
  time: 'month',
  ...readParts(address, readers),
});

/** "r/Freelance", "/r/freelance/" → "freelance"; empty for what is no name. */
export function communityName(text: string): string {
  const name = text
    .trim()
    .replace(/^\/?r\//i, '')
    .replace(/\/$/, '');
  return community.test(name) ? name : '';
}
