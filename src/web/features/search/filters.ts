import * as z from 'zod';
import { maxSearchLength, searchSorts, searchTimes } from '#shared/search.ts';
import { lenient } from '#web/features/inbox/address.ts';

const schema = z.object({
  q: z.string().trim().max(maxSearchLength).default('').catch(''),
  subreddit: lenient(z.string().regex(/^[\w-]{2,30}$/)),
  sort: z.enum(searchSorts).default('relevance').catch('relevance'),
  time: z.enum(searchTimes).default('month').catch('month'),
  campaign: lenient(z.string().regex(/^\d{1,15}$/)),
});
export type SearchFilters = z.output<typeof schema>;

/** What the address asks for; a part that cannot be read counts as not given. */
export const readFilters = (address: URLSearchParams): SearchFilters => schema.parse(Object.fromEntries(address));

/** "r/Freelance", "/r/freelance/" → "freelance"; empty for what is no name. */
export function communityName(text: string): string {
  const name = text
    .trim()
    .replace(/^\/?r\//i, '')
    .replace(/\/$/, '');
  return /^[\w-]{2,30}$/.test(name) ? name : '';
}
