import { type SourceId, sourceOf, sources } from './sources.ts';

/** Where a post or comment was written. */
export type Origin = SourceId;

const prefixes = sources.flatMap(({ id, prefix }) => (prefix === '' ? [] : [{ id, prefix }]));

/** Derived from the fullname: those of Reddit start with `t1_` or `t3_`. */
export const originOf = (fullname: string): Origin => prefixes.find(({ prefix }) => fullname.startsWith(prefix))?.id ?? 'reddit';

export const fullnameAt = (origin: Exclude<Origin, 'reddit'>, id: string): string => `${sourceOf(origin).prefix}${id}`;
/** The id in a fullname; null for one of another origin. */
export const idAt = (origin: Exclude<Origin, 'reddit'>, fullname: string): string | null =>
  originOf(fullname) === origin ? fullname.slice(sourceOf(origin).prefix.length) : null;

/** Other origins never use a valid subreddit name, so that the name alone determines how it is shown. */
const isSubredditName = (name: string): boolean => /^[\w-]{1,40}$/.test(name);

/** Where a post was written, as shown: "r/freelance", "Hacker News", or the title of a feed. */
export function communityLabel(subreddit: string): string {
  const name = subreddit.replace(/^\/?r\//i, '');
  return isSubredditName(name) ? `r/${name}` : subreddit;
}

/** Who wrote it, as shown: "u/ann", "ann (Hacker News)", or "Ann Lee (forum.example.com)". */
export function authorLabel(author: string): string {
  const name = author.replace(/^\/?u\//i, '');
  return isSubredditName(name) ? `u/${name}` : author;
}

/** An author's name that can't be a Reddit account, because the same name elsewhere is another person. */
export const authorAt = (name: string, site: string): string => `${name} (${site})`;

const labels = new Set(sources.map(({ label }) => label.toLowerCase()));

/** A feed's own title, unless it could be mistaken for a subreddit, an account, or another source. */
export function feedLabel(title: string, host: string): string {
  if (title === '') return host.includes('.') ? host : `Feed of ${host}`;
  const mimics = isSubredditName(title) || /^\/?[ru]\//i.test(title) || labels.has(title.toLowerCase());
  return mimics ? authorAt(title, host) : title;
}
