import type { ChosenSubreddit } from './subreddits.ts';

/** Topics of the catalog that developers and founders discuss on Hacker News, too. */
const sharedTopics = new Set(['api', 'backend', 'devops', 'developer', 'founder', 'kubernetes', 'programming', 'startup']);
/** Developers of games and makers of hobby projects meet elsewhere. */
const otherTopics = new Set(['career', 'game', 'industrial', 'wordpress']);
const minSubreddits = 2;

/** Whether target customers are developers or founders: at least half of the fitting subreddits are about that. */
export function isAskedOnHackerNews(subreddits: readonly ChosenSubreddit[]): boolean {
  const fitting = subreddits.filter(({ isFitting }) => isFitting);
  const shared = fitting.filter(
    ({ entry: { topics } }) => topics.some((topic) => sharedTopics.has(topic)) && !topics.some((topic) => otherTopics.has(topic)),
  );
  return shared.length >= minSubreddits && shared.length * 2 >= fitting.length;
}

export const hackerNewsReason = 'Developers and founders ask there, too, as in the subreddits above';
