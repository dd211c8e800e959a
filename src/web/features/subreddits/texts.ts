import type { PromotionLevel, SubredditState } from '#shared/subreddits.ts';
import { counted, subredditName } from '#web/lib/format.ts';

export const promotionLabels: Record<PromotionLevel, string> = {
  none: 'No promotion',
  low: 'Little promotion',
  'weekly-thread': 'Promotion thread only',
  ok: 'Promotion allowed',
  unknown: 'Promotion policy unknown',
};

export const subredditTexts = {
  rulesOf: (name: string) => `Rules of ${subredditName(name)}`,
  allRules: (count: number, name: string) => `${count === 1 ? 'The rule' : `All ${count} rules`} of ${subredditName(name)}`,
  seeRules: (name: string) => `Rules of ${subredditName(name)}`,
  rules: 'Rules',
  noRules: "This subreddit has no rules of its own. Reddit's rules still apply.",
  notRead: "Couldn't read the rules.",
  failed: "Couldn't load this subreddit.",
  subscribers: (count: number) => counted(count, 'subscriber'),
  perDay: (posts: number) => `${posts < 1 ? 'under 1 post' : counted(Math.round(posts), 'post')} per day`,
  restricted: 'Approved members only',
  over18: '18+',
  promotion: 'Promotion',
  fromRules: (rule: string) => `from its rule “${rule}”`,
  fromCatalog: 'our estimate, not a rule',
  limit: (percent: number) => `under ${percent}%`,
  posts: 'For new posts',
  flair: 'A flair is required',
  titleAtLeast: (length: number) => `Titles need at least ${length} characters`,
  about: {
    links: 'on links',
    comments: 'on comments',
  },
  readAt: 'Updated',
  stale: "More than a day old: it couldn't be updated.",
  facts: 'About these subreddits',
  more: (count: number) => `Show ${count} more`,
  unread: 'not read yet',
  states: {
    open: '',
    unread: '',
    private: 'private',
    banned: 'banned by Reddit',
    missing: "doesn't exist",
    quarantined: 'quarantined',
    forbidden: 'no access',
  } satisfies Record<SubredditState, string>,
};
