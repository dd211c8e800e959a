import type { Tone } from '#shared/vibe.ts';
import type { HealthKey } from '#shared/health.ts';
import { counted, fullNumber } from '#web/lib/format.ts';

export const frameTexts = {
  account: 'Reddit account',
  failed: "Couldn't load your report.",
  runFailed: "Couldn't create a report.",
  kept: 'Below is your previous report.',
  working: 'Reading your posts and comments on Reddit. This can take a minute.',
  ended: 'Your Reddit connection has expired. Below is your previous report.',
  reconnect: 'Reconnect Reddit',
  connect: 'Connect Reddit',
  older: (error: string) => `Couldn't read Reddit, so this report uses data from the last successful run. ${error}`,
  earlier: 'Earlier reports',
  date: 'Date',
  items: 'Items',
  howTo: 'How to read this',
  open: 'Open on Reddit',
  evidence: (count: number) => `Evidence (${count})`,
};

export const vibeTexts = {
  title: 'Reddit Vibe',
  about: 'How you write on Reddit, in numbers and quotes.',
  run: 'Analyze',
  again: 'Analyze again',
  notConnected:
    'Connect your Reddit account to see how you write there. Earshot only reads your posts and comments. Only you can see the report.',
  none: 'No report yet. It covers up to 1,000 of your latest posts and comments.',
  of: (posts: number, comments: number, name: string) =>
    `${[posts > 0 ? counted(posts, 'post') : '', comments > 0 ? counted(comments, 'comment') : ''].filter(Boolean).join(' and ') || 'Nothing'} by ${name}`,
  between: (from: string, to: string) => (from === to ? `, ${from}.` : `, ${from} to ${to}.`),
  capped: 'Reddit lists at most 1,000, so older ones may be missing.',
  few: (count: number, missing: number) =>
    `The report needs at least 10 posts or comments. You have ${fullNumber(count)}, so ${fullNumber(missing)} more to go.`,
  hidden:
    "You have karma, but Reddit lists none of your posts: your history is hidden. Make it visible in Reddit's profile settings, then analyze again.",
  figures: 'Statistics',
  measure: 'Measure',
  value: 'Value',
  range: 'Likely range',
  sample: 'Sample',
  scores: 'Score, median',
  scoreMiddle: 'Score, middle 50%',
  lengths: 'Words, median',
  lengthMiddle: 'Words, middle 50%',
  questions: 'Ask a question',
  links: 'Link outside Reddit',
  promotion: 'Mention your product',
  noPromotion: "None of your campaigns has a website, so promotion can't be measured.",
  countedBy: (names: readonly string[]) =>
    `Promotion means mentioning ${names.slice(0, 6).join(', ')}. The check before you reply uses the same count.`,
  communities: 'Subreddits',
  community: 'Subreddit',
  share: 'Share',
  medianScore: 'Median score',
  hours: 'When you write',
  hoursCaption: (zone: string) => `Posts and comments by weekday and hour, ${zone}`,
  hoursNote: (n: number, zone: string) => `${fullNumber(n)} posts and comments, ${zone} time.`,
  hour: 'Hour',
  cell: (day: string, hour: string, count: number) => `${day}, ${hour}:00: ${fullNumber(count)}`,
  fewer: 'fewer',
  more: 'more',
  asTable: 'Show as table',
  tone: 'Tone',
  tones: { friendly: 'Friendly', critical: 'Critical', plain: 'Neutral' } satisfies Record<Tone, string>,
  toneNote: 'Based on a short list of English words. Most posts are neutral, and posts in other languages always count as neutral.',
  topics: 'Topics',
  topicIn: (sample: string) => `in ${sample}`,
  noTopics: 'No distinctive word appears in three or more posts or comments.',
  trend: 'Trend',
  trendCaption: 'Median score by report',
  report: 'Report',
  how: "The likely range is a 95% confidence interval. The report doesn't guess your age, gender, location, or personality.",
};

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export const healthTexts = {
  title: 'Reddit Health',
  about: 'Whether your account is in good standing on Reddit.',
  run: 'Check now',
  again: 'Check again',
  notConnected:
    'Connect your Reddit account to check whether others can see your posts, which ones were removed, and more. Earshot only reads your account.',
  none: 'No report yet. A check takes a few seconds and then repeats daily.',
  of: (items: number, name: string) => `Based on ${counted(items, 'post or comment', 'posts and comments')} by ${name}.`,
  checked: 'Checked',
  tally: ({ act, watch, ok, unknown }: Record<'act' | 'watch' | 'ok' | 'unknown', number>) =>
    `${act} to fix, ${watch} to watch, ${ok} OK, ${unknown} unknown`,
  counts: { act: 'to fix', watch: 'to watch', ok: 'OK', unknown: 'unknown' },
  checks: {
    profile: 'Profile',
    visibility: 'Visibility',
    removals: 'Removals',
    karma: 'Karma',
    age: 'Age',
    email: 'Email',
    suspension: 'Suspension',
    promotion: 'Promotion share',
    repeated: 'Repeated text',
    pace: 'Posting pace',
  } satisfies Record<HealthKey, string>,
  trendOf: (name: string, values: number) => `${name} over the last ${values} reports`,
  columns: { act: 'Fix', watch: 'Watch', ok: 'OK' },
  all: (count: number) => `Show all ${count}`,
  how: 'Each check shows its evidence and sample size. “Unknown” counts neither for nor against you. The report sees only what Reddit shows to you and to visitors. It runs daily.',
};
