import type { Tone } from '#shared/vibe.ts';
import type { HealthKey } from '#shared/health.ts';
import { counted, fullNumber } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

export const frameTexts = {
  account: t('Reddit account'),
  failed: t("Couldn't load your report."),
  runFailed: t("Couldn't create a report."),
  kept: t('Below is your previous report.'),
  working: t('Reading your posts and comments on Reddit. This can take a minute.'),
  ended: t('Your Reddit connection has expired. Below is your previous report.'),
  reconnect: t('Reconnect Reddit'),
  connect: t('Connect Reddit'),
  older: (error: string) => t("Couldn't read Reddit, so this report uses data from the last successful run. {error}", { error }),
  earlier: t('Earlier reports'),
  date: t('Date'),
  items: t('Items'),
  howTo: t('How to read this'),
  open: t('Open on Reddit'),
  evidence: (count: number) => t('Evidence ({count})', { count }),
};

function madeOf(posts: number, comments: number): string {
  if (posts > 0 && comments > 0) return t('{first} and {last}', { first: counted(posts, 'post'), last: counted(comments, 'comment') });
  if (posts + comments === 0) return t('Nothing');
  return posts > 0 ? counted(posts, 'post') : counted(comments, 'comment');
}

export const vibeTexts = {
  title: t('Reddit Vibe'),
  about: t('How you write on Reddit, in numbers and quotes.'),
  run: t('Analyze'),
  again: t('Analyze again'),
  notConnected: t(
    'Connect your Reddit account to see how you write there. Earshot only reads your posts and comments. Only you can see the report.',
  ),
  none: t('No report yet. It covers up to 1,000 of your latest posts and comments.'),
  of: (posts: number, comments: number, name: string) => t('{made} by {name}', { made: madeOf(posts, comments), name }),
  between: (from: string, to: string) => (from === to ? `, ${from}.` : t(', {from} to {to}.', { from, to })),
  capped: t('Reddit lists at most 1,000, so older ones may be missing.'),
  few: (count: number, missing: number) =>
    t('The report needs at least 10 posts or comments. You have {count}, so {missing} more to go.', {
      count: fullNumber(count),
      missing: fullNumber(missing),
    }),
  hidden: t(
    "You have karma, but Reddit lists none of your posts: your history is hidden. Make it visible in Reddit's profile settings, then analyze again.",
  ),
  figures: t('Statistics'),
  measure: t('Measure'),
  value: t('Value'),
  range: t('Likely range'),
  sample: t('Sample'),
  scores: t('Score, median'),
  scoreMiddle: t('Score, middle 50%'),
  lengths: t('Words, median'),
  lengthMiddle: t('Words, middle 50%'),
  questions: t('Ask a question'),
  links: t('Link outside Reddit'),
  promotion: t('Mention your product'),
  noPromotion: t("None of your campaigns has a website, so promotion can't be measured."),
  countedBy: (names: readonly string[]) =>
    t('Promotion means mentioning {names}. The check before you reply uses the same count.', { names: names.slice(0, 6).join(', ') }),
  communities: t('Subreddits'),
  community: t('Subreddit'),
  share: t('Share'),
  medianScore: t('Median score'),
  hours: t('When you write'),
  hoursCaption: (zone: string) => t('Posts and comments by weekday and hour, {zone}', { zone }),
  hoursNote: (n: number, zone: string) => t('{n} posts and comments, {zone} time.', { n: fullNumber(n), zone }),
  hour: t('Hour'),
  cell: (day: string, hour: string, count: number) => `${day}, ${hour}:00: ${fullNumber(count)}`,
  fewer: t('fewer'),
  more: t('more'),
  asTable: t('Show as table'),
  tone: t('Tone'),
  tones: { friendly: t('Friendly'), critical: t('Critical'), plain: t('Neutral') } satisfies Record<Tone, string>,
  toneNote: t('Based on a short list of English words. Most posts are neutral, and posts in other languages always count as neutral.'),
  topics: t('Topics'),
  topicIn: (sample: string) => t('in {sample}', { sample }),
  noTopics: t('No distinctive word appears in three or more posts or comments.'),
  trend: t('Trend'),
  trendCaption: t('Median score by report'),
  report: t('Report'),
  how: t("The likely range is a 95% confidence interval. The report doesn't guess your age, gender, location, or personality."),
};

export const weekdays = [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')];

export const healthTexts = {
  title: t('Reddit Health'),
  about: t('Whether your account is in good standing on Reddit.'),
  run: t('Check now'),
  again: t('Check again'),
  notConnected: t(
    'Connect your Reddit account to check whether others can see your posts, which ones were removed, and more. Earshot only reads your account.',
  ),
  none: t('No report yet. A check takes a few seconds and then repeats daily.'),
  of: (items: number, name: string) =>
    t('Based on {items, plural, one {# post or comment} other {# posts and comments}} by {name}.', { items, name }),
  checked: t('Checked'),
  tally: ({ act, watch, ok, unknown }: Record<'act' | 'watch' | 'ok' | 'unknown', number>) =>
    t('{act} to fix, {watch} to watch, {ok} OK, {unknown} unknown', { act, watch, ok, unknown }),
  counts: { act: t('to fix'), watch: t('to watch'), ok: t('OK'), unknown: t('unknown') },
  checks: {
    profile: t('Profile'),
    visibility: t('Visibility'),
    removals: t('Removals'),
    karma: t('Karma'),
    age: t('Age'),
    email: t('Email'),
    suspension: t('Suspension'),
    promotion: t('Promotion share'),
    repeated: t('Repeated text'),
    pace: t('Posting pace'),
  } satisfies Record<HealthKey, string>,
  trendOf: (name: string, values: number) => t('{name} over the last {values} reports', { name, values }),
  columns: { act: t('Fix'), watch: t('Watch'), ok: t('OK') },
  all: (count: number) => t('Show all {count}', { count }),
  how: t(
    'Each check shows its evidence and sample size. “Unknown” counts neither for nor against you. The report sees only what Reddit shows to you and to visitors. It runs daily.',
  ),
};
