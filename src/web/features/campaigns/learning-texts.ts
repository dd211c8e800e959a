import { fullNumber } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

export const learningTexts = {
  failed: t("Couldn't load what this campaign has learned."),
  empty: t('No feedback yet. Mark posts as good or bad matches, and the scores adapt.'),
  reviewPosts: t('Review posts'),
  needed: (count: number) =>
    t('Mark {count, plural, one {# more post} other {# more posts}} as a good or bad match before your feedback changes the scores.', {
      count,
    }),
  behind: t('Your latest feedback is being applied.'),
  goodMatches: (marked: number) => t('good matches, of the last {marked} you marked', { marked }),
  goodMatchesNone: t('no posts marked yet'),
  lessons: t('posts marked in total'),
  pausedRules: t('paused rules'),
  learned: t('What it has learned'),
  learnedAside: t('points, on average'),
  up: t('Raises the score'),
  down: t('Lowers the score'),
  upNone: t('Nothing yet'),
  downNone: t('Nothing yet'),
  learnedNone: t("Appears here once you've marked eight posts."),
  learnedHint: t('Changes a score by at most 25 points. Undo your feedback to undo its effect.'),
  reasons: t('Reasons you gave'),
  reasonsNone: t('No reasons yet. After you mark a bad match, one key adds the reason.'),
  suggested: t('Suggested changes'),
  accept: { rule: t('Add rule'), exclude: t('Exclude words'), dropRule: t('Remove rule'), dropStream: t('Stop monitoring') },
  accepted: { rule: t('Rule added'), exclude: t('Words excluded'), dropRule: t('Rule removed'), dropStream: t('Stream removed') },
  notNow: t('Not now'),
  dismissed: t('Suggestion dismissed'),
  suggestFailed: (message: string) => t("Couldn't change the campaign. {message}", { message }),
  suggestedNote: (count: number) => t('Your marks suggest {count, plural, one {# change} other {# changes}}.', { count }),
  suggestedLink: t('View changes'),
  rules: t('Rule performance'),
  rulesNone: t('This campaign has no rules. It matches by relevance only.'),
  columns: {
    rule: t('Rule'),
    matched: t('Posts'),
    leads: t('Leads'),
    right: t('Good matches'),
    wrong: t('Bad matches'),
    state: t('Status'),
  },
  paused: t('Paused'),
  active: t('Active'),
  resume: t('Resume rule'),
  resumeRule: (rule: string) => t('Resume rule {rule}', { rule }),
  resumed: t('Rule resumed. It also matches items fetched while it was paused.'),
  resumeFailed: (message: string) => t("Couldn't resume the rule. {message}", { message }),
  pausedHint: t(
    'A rule is paused automatically when its last eight or more marked posts were all bad matches. It matches nothing until you resume it.',
  ),
  pausedNote: (count: number) =>
    t(
      '{count, plural, one {# rule was paused automatically because every match was marked bad.} other {# rules were paused automatically because every match was marked bad.}}',
      { count },
    ),
  pausedLink: t('View rules'),
  found: t('Posts'),
  inEditor: t('paused'),
};

/** "removes 34 posts", "finds 3 more posts", "changes no posts". */
function posts(by: number): string {
  if (by === 0) return t('Changes no posts');
  return by < 0
    ? t('Removes {count, plural, one {# post} other {# posts}}', { count: -by })
    : t('Finds {shown} more {count, plural, one {post} other {posts}}', { shown: fullNumber(by), count: by });
}
const leads = (by: number): string =>
  by > 0
    ? t('gains {by, plural, one {# lead} other {# leads}}', { by })
    : t('loses {by, plural, one {# lead} other {# leads}}', { by: Math.abs(by) });

export const effectTexts = {
  effect: (by: { posts: number; leads: number }) =>
    by.posts === 0 && by.leads === 0
      ? t('Changes nothing in the last 30 days.')
      : t('{posts}, {leads} of the last 30 days.', { posts: posts(by.posts), leads: leads(by.leads) }),
  counting: t('Counting what changes…'),
  nothingStored: t('Nothing is stored yet that this could change.'),
  sample: t("A dry run doesn't include sample posts."),
  uncounted: (message: string) => t("Couldn't count what changes. {message}", { message }),
};
