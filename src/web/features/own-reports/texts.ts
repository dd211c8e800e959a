import { product } from '#shared/product.ts';
import type { Tone } from '#shared/vibe.ts';
import type { HealthKey } from '#shared/health.ts';
import { counted, fullNumber } from '#web/lib/format.ts';

export const frameTexts = {
  failed: 'Your report could not be loaded.',
  runFailed: 'No report was made.',
  kept: 'What stands below is the last one.',
  working: 'Reading what you wrote on Reddit. A thousand posts and comments take a moment.',
  ended: 'Reddit no longer accepts the connection. What stands below is from before.',
  reconnect: 'Connect again',
  connect: 'Connect Reddit',
  older: (error: string) => `Reddit could not be read this time, so this rests on what was read before. ${error}`,
  earlier: 'Earlier reports',
  date: 'Date',
  items: 'Items',
  howTo: 'How to read this',
  open: 'Open on Reddit',
  evidence: (count: number) => `Evidence (${count})`,
  notConfigured: `The operator of this ${product} has to enter a Reddit client id first (reddit.clientId). Nothing can be read until then.`,
};

export const vibeTexts = {
  title: 'Reddit Vibe',
  about: 'How you write on Reddit, in figures and in your own words.',
  run: 'Analyze',
  again: 'Analyze again',
  notConnected:
    'Connect your Reddit account to see how you write there. It is only read: nothing is posted, and nobody else sees the report.',
  none: 'No report yet. It reads your last thousand posts and comments, as far as Reddit lists them.',
  of: (posts: number, comments: number, name: string) =>
    `${[posts > 0 ? counted(posts, 'post') : '', comments > 0 ? counted(comments, 'comment') : ''].filter(Boolean).join(' and ') || 'Nothing'} of ${name}`,
  between: (from: string, to: string) => (from === to ? `, ${from}.` : `, ${from} to ${to}.`),
  capped: 'Reddit lists a thousand at most; there may be older ones.',
  few: (count: number, missing: number) =>
    `${count === 0 ? 'Nothing is listed yet' : `${fullNumber(count)} ${count === 1 ? 'is' : 'are'} listed`}. It takes 10 before anything can be said; ${fullNumber(missing)} more ${missing === 1 ? 'is' : 'are'} missing.`,
  hidden:
    'Reddit lists nothing that you wrote although your karma shows that there was something: your history is hidden. Show it in Reddit’s profile settings and analyze again.',
  figures: 'In figures',
  measure: 'Measure',
  value: 'Value',
  range: 'Likely range',
  sample: 'Sample',
  scores: 'Score, median',
  scoreMiddle: 'Score, middle half',
  lengths: 'Words, median',
  lengthMiddle: 'Words, middle half',
  questions: 'Ask something',
  links: 'Link out of Reddit',
  promotion: 'Name your product',
  noPromotion: 'No campaign of yours names a website, so nobody can tell what is promotion.',
  countedBy: (names: readonly string[]) =>
    `Promotion is whatever names ${names.slice(0, 6).join(', ')}, the same count as before you answer.`,
  communities: 'Communities',
  community: 'Community',
  share: 'Share',
  medianScore: 'Median score',
  hours: 'When you write',
  hoursCaption: (zone: string) => `Posts and comments by weekday and hour, ${zone}`,
  hoursNote: (n: number, zone: string) => `${fullNumber(n)} posts and comments, by the clock of ${zone}.`,
  weekday: 'Day',
  cell: (day: string, hour: string, count: number) => `${day}, ${hour}:00: ${fullNumber(count)}`,
  fewer: 'fewer',
  more: 'more',
  asTable: 'Figures as a table',
  tone: 'Tone',
  tones: { friendly: 'Friendly', critical: 'Critical', plain: 'Plain' } satisfies Record<Tone, string>,
  toneNote: 'By a short list of English words. Most of what people write is plain, and so is everything in other languages.',
  topics: 'Topics',
  topicIn: (sample: string) => `in ${sample}`,
  noTopics: 'No word comes back in three or more of them that is not common everywhere.',
  trend: 'Trend',
  trendCaption: 'Median score by report',
  report: 'Report',
  how: 'The likely range is what chance alone may make of it: 95 of 100 such samples lie inside. Nothing here speaks of age, gender, place or character.',
};

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export const healthTexts = {
  title: 'Reddit Health',
  about: 'How Reddit treats your account, by what it shows to you and to others.',
  run: 'Check now',
  again: 'Check again',
  notConnected:
    'Connect your Reddit account to see how Reddit treats it: whether others can see what you write, what was taken down, and more. It is only read.',
  none: 'No report yet. A check takes a few seconds, and goes on by itself once a day.',
  of: (items: number, name: string) => `Made of ${counted(items, 'post or comment', 'posts and comments')} of ${name}.`,
  checked: 'Checked',
  tally: ({ act, watch, ok, unknown }: Record<'act' | 'watch' | 'ok' | 'unknown', number>) =>
    `${act} to act on, ${watch} to watch, ${ok} in order, ${unknown} unknown`,
  counts: { act: 'to act on', watch: 'to watch', ok: 'in order', unknown: 'unknown' },
  checks: {
    profile: 'Profile',
    visibility: 'Visibility',
    removals: 'Removals',
    karma: 'Karma',
    age: 'Age',
    email: 'E-mail',
    suspension: 'Suspension',
    promotion: 'Promotion share',
    repeated: 'Repeated text',
    pace: 'Pace',
  } satisfies Record<HealthKey, string>,
  trendOf: (name: string, values: number) => `${name} over the last ${values} reports`,
  columns: { act: 'Act', watch: 'Watch', ok: 'OK' },
  all: (count: number) => `All ${count}`,
  how: 'Each check says what it saw and in how much. “Unknown” earns nothing, good or bad. The report knows only what Reddit shows to you and to a visitor; it runs once a day by itself.',
};
