/** Origins besides Reddit never use a valid subreddit name, so that the name alone determines how it is shown. */
export const isSubredditName = (name: string): boolean => /^[\w-]{1,40}$/.test(name);

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
