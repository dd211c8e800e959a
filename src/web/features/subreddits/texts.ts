import type { PromotionLevel, SubredditState } from '#shared/subreddits.ts';
import { counted, subredditName } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

export const promotionLabels: Record<PromotionLevel, string> = {
  none: t('No promotion'),
  low: t('Little promotion'),
  'weekly-thread': t('Promotion thread only'),
  ok: t('Promotion allowed'),
  unknown: t('Promotion policy unknown'),
};

export const subredditTexts = {
  rulesOf: (name: string) => t('Rules of {name}', { name: subredditName(name) }),
  allRules: (count: number, name: string) =>
    t('{count, plural, one {The rule} other {All # rules}} of {name}', { count, name: subredditName(name) }),
  seeRules: (name: string) => t('Rules of {name}', { name: subredditName(name) }),
  rules: t('Rules'),
  noRules: t("This subreddit has no rules of its own. Reddit's rules still apply."),
  notRead: t("Couldn't read the rules."),
  failed: t("Couldn't load this subreddit."),
  subscribers: (count: number) => counted(count, 'subscriber'),
  perDay: (posts: number) =>
    posts < 1 ? t('under 1 post per day') : t('{posts, plural, one {# post} other {# posts}} per day', { posts: Math.round(posts) }),
  restricted: t('Approved members only'),
  over18: '18+',
  promotion: t('Promotion'),
  fromRules: (rule: string) => t('from its rule “{rule}”', { rule }),
  fromCatalog: t('our estimate, not a rule'),
  limit: (percent: number) => t('under {percent}%', { percent }),
  posts: t('For new posts'),
  flair: t('A flair is required'),
  titleAtLeast: (length: number) => t('Titles need at least {length} characters', { length }),
  about: {
    links: t('on links'),
    comments: t('on comments'),
  },
  readAt: t('Updated'),
  stale: t("More than a day old: it couldn't be updated."),
  facts: t('About these subreddits'),
  more: (count: number) => t('Show {count} more', { count }),
  unread: t('not read yet'),
  states: {
    open: '',
    unread: '',
    private: t('private'),
    banned: t('banned by Reddit'),
    missing: t("doesn't exist"),
    quarantined: t('quarantined'),
    forbidden: t('no access'),
  } satisfies Record<SubredditState, string>,
};
