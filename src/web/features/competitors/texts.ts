import type { ComplaintTopic, MentionKind, MentionTone } from '#shared/competitors.ts';
import { t } from '#web/lib/language.ts';
import { fullNumber, decimal, percentText } from '#web/lib/format.ts';

export const texts = {
  title: t('Competitors'),
  lead: t('Your competitors, and what people say about them.'),
  add: t('Add competitor'),
  discover: t('Discover from website'),
  searchAll: t('Search Reddit now'),
  searching: (count: number) =>
    count === 0
      ? t('A search is already running.')
      : t("Searching Reddit for {count, plural, one {# competitor} other {# competitors}}. Mentions appear here as they're found.", {
          count,
        }),
  empty: t('No competitors yet. Add one, or discover them from a website.'),
  failed: t("Couldn't load your competitors."),
  shareOfVoice: t('Share of voice'),
  shareSpan: t('mentions in the last 30 days'),
  inTotal: (count: number) => t('{count} in total', { count: texts.mentions(count) }),
  mentions: (count: number) => t('{count, plural, one {# mention} other {# mentions}}', { count }),
  seeking: (count: number) => t('{count} looking for an alternative', { count: fullNumber(count) }),
  share: (share: number | null) => (share === null ? '–' : percentText(share)),
  shareOf: (name: string) => t('{name}: share of all mentions', { name }),
  complaining: (count: number) => t('{count, plural, one {# complaint} other {# complaints}}', { count }),
  searched: t('searched'),
  own: t('Your product'),
  kept: t('In your posts'),
  makeLead: t('Add lead'),
  leadOf: (campaign: string) => t('In {campaign}', { campaign }),
  madeLead: (name: string) => t('Lead added: u/{name}', { name }),
  notYet: t('Still searching stored posts'),
  needsContext: (name: string) =>
    t('“{name}” is also a common word, so only mentions that look like the product count. Add keywords to make it exact.', { name }),
  searchFailed: (error: string) => t('The last search failed. {error}', { error }),
  edit: t('Edit competitor'),
  remove: t('Remove competitor'),
  search: t('Search Reddit now'),
  more: (name: string) => t('More actions for {name}', { name }),
  removeTitle: (name: string) => t('Remove {name}?', { name }),
  removeText: t("This also removes its mentions and can't be undone. If you add it again, mentions in stored posts are found again."),
  stream: t('Mentions'),
  streamEmpty: t('No matching mentions. Change the filters to see more.'),
  streamFailed: t("Couldn't load the mentions."),
  allCompetitors: t('All competitors'),
  anyKind: t('Any kind'),
  anyTone: t('Any tone'),
  kindLabel: t('Kind'),
  toneLabel: t('Tone'),
  competitorLabel: t('Competitor'),
  searchMentions: t('Search mentions'),
  loadMore: t('Show more'),
  open: t('Open on Reddit'),
  back: t('Competitors'),
  missing: t('Competitor not found. It may have been removed.'),
  analyticsFailed: t("Couldn't load this competitor."),
  range: t('Date range'),
  overTime: t('Mentions by day'),
  toneOverTime: t('Tone by week'),
  toneNote: (average: number | null, n: number) =>
    average === null
      ? t('No mention has a clear tone.')
      : t('Average {average} on a scale from −1 to 1, from {n} mentions with a clear tone.', {
          average: decimal(average, 2),
          n: fullNumber(n),
        }),
  day: t('Day'),
  week: t('Week of'),
  shareTitle: t('Share of voice'),
  before: (count: number) => t('{count} in the previous period', { count: fullNumber(count) }),
  withTone: t('With a clear tone'),
  meanTone: t('Average tone'),
  kindsTitle: t('Kinds'),
  subreddits: t('Subreddits'),
  subreddit: t('Subreddit'),
  complaints: t('Complaints by topic'),
  noComplaints: t('No complaints in this date range.'),
  opportunities: t('Looking for an alternative'),
  noOpportunities: t('Nobody asked for an alternative in this date range.'),
  summary: (mentions: number, share: number | null) =>
    mentions === 0
      ? t('No mentions in this date range.')
      : t('{mentions, plural, one {# mention} other {# mentions}}, {share} of all mentions of your competitors.', {
          mentions,
          share: texts.share(share),
        }),
  form: {
    add: t('Add competitor'),
    edit: (name: string) => t('Edit {name}', { name }),
    hint: t('Earshot looks for these names in stored and new posts.'),
    name: t('Name'),
    aliases: t('Other spellings'),
    aliasesHint: t('Separated by commas.'),
    own: t('This is my own product'),
    keywords: t('Keywords'),
    keywordsHint: t("For a name that's also a common word: the text must also contain one of these."),
    website: t('Website'),
    notes: t('Notes'),
    save: t('Save competitor'),
  },
  discovery: {
    lead: t(
      'Looks for phrases such as “X vs Y” and “alternative to X” on up to five pages of the website and in stored posts. Nothing is saved until you choose.',
    ),
    address: t('Website address'),
    read: t('Read website'),
    none: t('No competitors found on this website. Try a page that compares products.'),
    source: { site: t('on the website'), heard: t('in a conversation') },
    pages: (count: number) => t('{count, plural, one {# page read.} other {# pages read.}}', { count }),
    times: (count: number) => t('{count, plural, one {once} other {# times}}', { count }),
    known: t('Already added'),
    choose: (count: number) =>
      count === 0 ? t('Add competitors') : t('{count, plural, one {Add 1 competitor} other {Add # competitors}}', { count }),
    added: (count: number) => t('{count, plural, one {# competitor added} other {# competitors added}}', { count }),
  },
};

export const kindLabels: Record<MentionKind, string> = {
  complaint: t('Complaint'),
  praise: t('Praise'),
  comparison: t('Comparison'),
  alternative: t('Looking for an alternative'),
  question: t('Question'),
  other: t('Other'),
};
export const toneLabels: Record<MentionTone, string> = { good: t('Positive'), bad: t('Negative'), neutral: t('Neutral or unknown') };
export const topicLabels: Record<ComplaintTopic, string> = {
  price: t('Price'),
  support: t('Support'),
  reliability: t('Reliability'),
  speed: t('Speed'),
  features: t('Missing features'),
  ease: t('Ease of use'),
  billing: t('Billing'),
  data: t('Data and privacy'),
  integrations: t('Integrations'),
};
