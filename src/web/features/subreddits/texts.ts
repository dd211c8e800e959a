import type { PromotionLevel, SubredditState } from '#shared/subreddits.ts';
import { counted, subredditName } from '#web/lib/format.ts';

export const promotionWords: Record<PromotionLevel, string> = {
  none: 'No promotion',
  low: 'Little promotion',
  'weekly-thread': 'Own thread for it',
  ok: 'Promotion welcome',
  unknown: 'Promotion: not known',
};

export const subredditTexts = {
  rulesOf: (name: string) => `Rules of ${subredditName(name)}`,
  allRules: (count: number, name: string) => `${count === 1 ? 'The rule' : `All ${count} rules`} of ${subredditName(name)}`,
  seeRules: (name: string) => `Rules of ${subredditName(name)}`,
  rules: 'Rules',
  noRules: 'This community names no rules of its own. Reddit’s own rules hold everywhere.',
  notRead: 'The rules could not be read.',
  failed: 'That could not be loaded.',
  subscribers: (count: number) => counted(count, 'subscriber'),
  perDay: (posts: number) => `${posts < 1 ? 'under 1 post' : counted(Math.round(posts), 'post')} a day`,
  restricted: 'Approved members only',
  over18: '18+',
  bears: 'Promotion',
  fromRules: (rule: string) => `by its rule “${rule}”`,
  fromCatalogue: 'our own rough judgement, not a rule',
  limit: (percent: number) => `under ${percent} %`,
  posts: 'For new posts',
  flair: 'A flair is required',
  titleAtLeast: (length: number) => `Titles of at least ${length} characters`,
  about: {
    links: 'on links',
    comments: 'on comments',
  },
  readAt: 'Read',
  stale: 'Older than a day: it could not be read again.',
  places: 'What is known of these places',
  more: (count: number) => `Show ${count} more`,
  unread: 'not read yet',
  states: {
    open: '',
    unread: '',
    private: 'private',
    banned: 'banned by Reddit',
    missing: 'does not exist',
    quarantined: 'behind a warning',
    forbidden: 'closed to us',
  } satisfies Record<SubredditState, string>,
};
