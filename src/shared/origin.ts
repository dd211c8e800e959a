import { isSubredditName } from './labels.ts';
import { type SourceId, sourceOf, sources } from './sources.ts';

/** Where a post or comment was written. */
export type Origin = SourceId;

/** Derived from the fullname: those of Reddit start with `t1_` or `t3_`. */
export const originOf = (fullname: string): Origin =>
  sources.find(({ prefix }) => prefix !== '' && fullname.startsWith(prefix))?.id ?? 'reddit';

export const fullnameAt = (origin: Exclude<Origin, 'reddit'>, id: string): string => `${sourceOf(origin).prefix}${id}`;
/** The id in a fullname; null for one of another origin. */
export const idAt = (origin: Exclude<Origin, 'reddit'>, fullname: string): string | null =>
  originOf(fullname) === origin ? fullname.slice(sourceOf(origin).prefix.length) : null;

/** An author's name that can't be a Reddit account, because the same name elsewhere is another person. */
export const authorAt = (name: string, site: string): string => `${name} (${site})`;

/** A feed's own title, unless it could be mistaken for a subreddit, an account, or another source. */
export function feedLabel(title: string, host: string): string {
  if (title === '') return host.includes('.') ? host : `Feed of ${host}`;
  const mimics =
    isSubredditName(title) || /^\/?[ru]\//i.test(title) || sources.some(({ label }) => label.toLowerCase() === title.toLowerCase());
  return mimics ? authorAt(title, host) : title;
}
