import { zoneLabel } from '#web/lib/time-zone-options.ts';
import type { Analytics, FunnelStep } from '#shared/analytics.ts';
import type { ReportSchedule } from '#shared/report-emails.ts';
import { counted, fullNumber, dateFormat, percentText } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

export const stepNames: Record<FunnelStep, string> = {
  heard: t('Read'),
  matched: t('Matched a rule'),
  posts: t('Kept'),
  leads: t('Leads'),
  contacted: t('Contacted'),
  replied: t('Replied'),
  won: t('Won'),
};
export const latencyNames = { found: t('found'), seen: t('seen'), answered: t('replied to') } as const;
export const weekdays = [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')];
const longWeekdays = [t('Monday'), t('Tuesday'), t('Wednesday'), t('Thursday'), t('Friday'), t('Saturday'), t('Sunday')];
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const texts = {
  title: t('Analytics'),
  failed: t("Couldn't load analytics."),
  loading: t('Loading analytics'),
  range: t('Date range'),
  presets: { '7': t('7 days'), '30': t('30 days'), '90': t('90 days'), '365': t('12 months'), custom: t('Custom') },
  chooseDays: t('Choose dates'),
  from: t('From'),
  to: t('To'),
  show: t('Show'),
  shareReport: t('Share a report'),
  campaign: t('Campaign'),
  allCampaigns: t('All campaigns'),
  everyCampaign: t('all campaigns'),
  oneCampaign: t('one campaign'),
  lead: (days: string, whose: string, count: number) =>
    t('{days}, {whose}, compared with the previous {count, plural, one {# day} other {# days}}', { days, whose, count }),
  counting: (days: number) =>
    t('Still counting {days, plural, one {# day} other {# days}} of data. The figures update automatically.', { days }),
  sample: t('These figures include made-up posts from the sample campaign.'),
  empty: t('No data for these dates. Figures appear once a campaign finds its first posts.'),
  emptyCampaigns: t('No campaigns yet. Figures appear once your first campaign runs.'),
  longer: t('Show 12 months'),
  create: t('New campaign'),
  leads: t('Leads'),
  matchQuality: t('Match quality'),
  timeToReply: t('Time to reply'),
  cost: t('Cost per lead'),
  ofRated: (count: number) => (count === 0 ? t('no matches rated yet') : t('of {count} rated', { count: fullNumber(count) })),
  ofReplied: (count: number) => (count === 0 ? t('no replies yet') : t('median of {count}', { count: fullNumber(count) })),
  ofSpent: (spent: string) => t('{spent} on AI models', { spent }),
  noModel: t('no AI model used'),
  noneBefore: t('none before'),
  asBefore: t('same as before'),
  before: (value: string) => t('from {value}', { value }),
  percent: (change: number) => percentText(Math.abs(change) / 100),
  points: (change: number) => counted(Math.abs(change), 'point'),
  funnel: t('Funnel'),
  funnelCaption: t('From read to won: counts, and the share of the previous step'),
  step: t('Step'),
  count: t('Count'),
  share: t('Of previous step'),
  funnelNote: (dismissed: number) =>
    dismissed > 0
      ? t(
          'Bars use a log scale. Posts and leads count on the day they were found, with their current status. {dismissed, plural, one {# post} other {# posts}} dismissed since.',
          { dismissed },
        )
      : t('Bars use a log scale. Posts and leads count on the day they were found, with their current status.'),
  readSince: (day: string) => t(' Items read are counted since {day}.', { day }),
  onlyStep: (step: string) => t('Funnel: {step}', { step }),
  allSteps: t('Show all steps'),
  overTime: (what: string, bucket: Analytics['bucket']) =>
    bucket === 'day' ? t('{what} per day', { what }) : t('{what} per week', { what }),
  overTimeCaption: (what: string, bucket: Analytics['bucket']) =>
    bucket === 'day' ? t('{what} per day by campaign', { what }) : t('{what} per week by campaign', { what }),
  day: t('Day'),
  week: t('Week of'),
  allLeads: t('All leads'),
  repliedLeads: t('Replied to'),
  others: t('Other campaigns'),
  hours: t('When leads post'),
  hoursCaption: t('Leads by weekday and hour of posting'),
  hoursOfPosts: t('When people post'),
  hoursOfPostsCaption: t('Kept posts by weekday and hour of posting'),
  noHoursStored: t('Only totals are stored of what was read, not when each post was written.'),
  weekday: t('Day'),
  peak: (weekday: number, hour: number) => t('{weekday} at {hour}', { weekday: longWeekdays[weekday] ?? '', hour: clock(hour) }),
  noHours: (zone: string) => t('Nothing on these dates. Times are in {zone}.', { zone: zoneLabel(zone) }),
  cell: (weekday: number, hour: number, found: string) => `${weekdays[weekday] ?? ''} ${clock(hour)}, ${found}`,
  fewer: t('fewer'),
  more: t('more'),
  subreddits: t('Subreddits'),
  subredditsCaption: t('Results by subreddit'),
  subreddit: t('Subreddit'),
  read: t('Read'),
  posts: t('Kept'),
  trend: t('Trend'),
  trendOf: (counts: readonly number[]) => t('Leads in eight equal periods: {counts}', { counts: counts.join(', ') }),
  seen: t('Time to seen'),
  seenOf: (count: number) =>
    count === 0 ? t('None seen yet') : t('Median of {count, plural, one {# seen lead} other {# seen leads}}', { count }),
  replied: t('Replied'),
  ratings: (good: number, bad: number) => `${counted(good, 'good match', 'good matches')}, ${counted(bad, 'bad match', 'bad matches')}`,
  rules: t('Rules'),
  rulesCaption: t('Results by rule'),
  rule: t('Rule'),
  ruleNote: t('A post that matches several rules counts for each of them.'),
  moreRows: (count: number) => t('{count} more with fewer leads in the CSV.', { count: fullNumber(count) }),
  precision: t('Match quality'),
  goodOf: (right: number, all: number) => t('{right} of {all}', { right: fullNumber(right), all: fullNumber(all) }),
  precisionCaption: t('Good and bad matches by campaign'),
  precisionNote: t('Based on your feedback on posts found on these dates. Small samples say little.'),
  precisionEmpty: t('No feedback on these dates. Mark a few posts as good or bad matches to see how well each campaign does.'),
  goodColumn: t('Good'),
  badColumn: t('Bad'),
  shareGood: t('Good matches'),
  latency: t('Speed'),
  latencyCaption: t('Time from posted to found, seen, and replied to'),
  latencyStep: t('Step'),
  latencyN: t('Leads'),
  latencyMedian: t('Median'),
  latencyP90: t('90% within'),
  latencyNote: t('Approximate: times are stored in ranges.'),
  spend: t('AI model costs'),
  spendCaption: (bucket: Analytics['bucket']) =>
    bucket === 'day' ? t('AI model cost per day and per lead') : t('AI model cost per week and per lead'),
  spent: t('Spent'),
  perLead: t('Per lead'),
  noSpend: t('No AI model was used on these dates. The built-in scorer is free.'),
  spendNote: (calls: number, unpriced: number) =>
    unpriced > 0
      ? t(
          '{calls, plural, one {# call} other {# calls}}, in US dollars, by UTC day. {unpriced, plural, one {# call} other {# calls}} to models without a price not included.',
          { calls, unpriced },
        )
      : t('{calls, plural, one {# call} other {# calls}}, in US dollars, by UTC day.', { calls }),
  savingFailed: (message: string) => t("Couldn't save the file. {message}", { message }),
  fileName: (chart: string) => `earshot-${chart}.csv`,
};

const date = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortDate = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });

export const dayOf = (day: string): string => shortDate.format(new Date(day));
export const daysOf = ({ from, to }: { from: string; to: string }): string =>
  date.formatRange(new Date(from), new Date(to)).replaceAll('\u2009', ' ');

export const reportTexts = {
  title: (campaign: string | null) => campaign ?? t('Conversations report'),
  failed: t("Couldn't load the report."),
  ended: t('This report has expired or was revoked. Ask whoever sent you the link for a new one.'),
  print: t('Print or save as PDF'),
  sample: t('This report includes made-up posts from the sample campaign.'),
  leads: t('Leads'),
  contacted: t('Contacted'),
  replied: t('Replied'),
  timeToReply: t('Time to reply'),
  timeToReplyHint: t('Median time from post to reply'),
  weekly: t('Leads per week'),
  week: t('Week of'),
  allLeads: t('All leads'),
  repliedLeads: t('Replied to'),
  voice: t('Share of voice'),
  mentions: (count: number) => counted(count, 'mention'),
  own: t('own product'),
  best: (shown: number, all: number) =>
    all > shown ? t('The best {shown} of {all, plural, one {# lead} other {# leads}}', { shown, all }) : t('Leads'),
  noLeads: t('No leads on these dates.'),
  deletedAuthor: t('deleted account'),
  note: t('Conversations are public. Those that their authors deleted are left out.'),
};

export const shareTexts = {
  title: t('Share a report'),
  lead: t('Clients read and print it without an account.'),
  ways: t('How to share'),
  byLink: t('By link'),
  byEmail: t('By email'),
  linkLead: t('Whoever has the link can read the report until it expires or you revoke it.'),
  campaign: t('Campaign'),
  allCampaigns: t('All campaigns'),
  from: t('From'),
  to: t('To'),
  expires: t('Link expires'),
  life: (days: number) => t('In {days} days', { days }),
  name: t('Your name or company'),
  nameHint: t('Shown on all your reports, with the logo and the color.'),
  logo: t('Your logo'),
  addLogo: t('Add a logo'),
  removeLogo: t('Remove logo'),
  notALogo: t('This is no PNG, JPEG, or WebP picture, or it is too large.'),
  voice: t('Share of voice'),
  voiceHint: t('Choose up to eight products to compare. None: the report has no share of voice.'),
  create: t('Create link'),
  once: t("Copy the link now; it won't be shown again."),
  links: t('Links'),
  none: t('No links yet.'),
  failed: t("Couldn't load the links."),
  expiresAt: (day: string) => t('Expires {day}', { day }),
  opened: t('last opened'),
  neverOpened: t('never opened'),
  emailed: t('emailed'),
  revoke: t('Revoke'),
  revokeOf: (days: string) => t('Revoke the link to {days}', { days }),
  revokeTitle: t('Revoke this link?'),
  revokeText: t('Whoever has it can no longer read the report.'),
};

export const emailTexts = {
  lead: t('Each email has the figures and a link to the report that works for 90 days. Whoever gets it can unsubscribe.'),
  failed: t("Couldn't load the schedules."),
  notReady: t('Emailing reports needs an email server and the public address. An admin sets both up under Admin → Connections.'),
  empty: t('No report is emailed yet.'),
  add: t('Email a report'),
  next: t('next'),
  try: t('Send me one'),
  tryOf: (name: string) => t('Send me the last report: {name}', { name }),
  editOf: (name: string) => t('Edit {name}', { name }),
  pauseOf: (name: string) => t('Pause {name}', { name }),
  resume: t('Resume'),
  resumeOf: (name: string) => t('Resume {name}', { name }),
  removeOf: (name: string) => t('Remove {name}', { name }),
  removeTitle: t('Delete this schedule?'),
  removeText: t('Nobody gets this report by email any more, and the links in its emails no longer work.'),
  remove: t('Delete schedule'),
  unsubscribed: t('unsubscribed'),
  waiting: t('on its way'),
  neverSent: t('nothing sent yet'),
  sent: t('sent'),
  recipients: t('Recipients'),
  recipientsHint: t('Email addresses, up to 20. They need no account.'),
  invalid: (email: string) => t('{email} is no email address', { email }),
  pace: t('How often'),
  paces: { weekly: t('Weekly'), monthly: t('Monthly') },
  weekday: t('On'),
  monthDay: t('Day of the month'),
  hour: t('At'),
  period: {
    weekly: t("The report is about the seven days before, in the time zone of the workspace's owner."),
    monthly: t("The report is about the calendar month before, in the time zone of the workspace's owner."),
  },
  cancel: t('Cancel'),
  save: t('Save schedule'),
  schedule: t('Schedule emails'),
};

/** "Every Monday at 08:00 (Europe/Berlin)" */
export const scheduleText = ({ pace, day, hour, zone }: Pick<ReportSchedule, 'pace' | 'day' | 'hour' | 'zone'>): string =>
  pace === 'weekly'
    ? t('Every {weekday} at {hour} ({zone})', { weekday: longWeekdays[day - 1] ?? '', hour: clock(hour), zone: zoneLabel(zone) })
    : t('On day {day} of every month at {hour} ({zone})', { day, hour: clock(hour), zone: zoneLabel(zone) });
