import type { Dashboard } from '#shared/dashboard.ts';
import { fullNumber } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

type SetupKey = Dashboard['setup'][number]['key'];

interface SetupStep {
  label: string;
  /** What it is good for. */
  why: string;
  action: string;
  to: string;
  /** The list is done without it. */
  isOptional?: true;
}

export const setupSteps: Record<SetupKey, SetupStep> = {
  account: { label: t('Create the first account'), why: '', action: t('Settings'), to: '/dashboard/settings' },
  campaign: {
    label: t('Create a campaign'),
    why: t('It finds your conversations'),
    action: t('Create campaign'),
    to: '/dashboard/campaigns/new',
  },
  connect: { label: t('Connect Reddit'), why: t('To post replies from here'), action: t('Connect'), to: '/dashboard/settings?tab=reddit' },
  rate: { label: t('Rate 8 posts'), why: t('Good and bad matches teach the campaign'), action: t('Rate posts'), to: '/dashboard/posts' },
  reply: { label: t('Reply to your first lead'), why: t("That's what it's for"), action: t('Reply'), to: '/dashboard/leads' },
  model: {
    label: t('Connect an AI model'),
    why: t('Sharper scores, and drafts of replies'),
    action: t('Connect'),
    to: '/dashboard/admin?tab=connections',
    isOptional: true,
  },
  email: {
    label: t('Connect an email server'),
    why: t('For digests and password links'),
    action: t('Connect'),
    to: '/dashboard/admin?tab=connections',
    isOptional: true,
  },
  passkey: {
    label: t('Add a passkey'),
    why: t('Log in without a password'),
    action: t('Add'),
    to: '/dashboard/settings?tab=security',
    isOptional: true,
  },
};

/** Of what is below the fold. */
export const texts = {
  trend: t('Leads, last 30 days'),
  trendCaption: t('Leads and replies per day, last 30 days'),
  day: t('Day'),
  leads: t('Leads'),
  answered: t('Replied to'),
  figureLeads: t('leads'),
  figureAnswered: t('replied to'),
  figureMatches: (rated: number) => t('good matches, of {rated} rated', { rated: fullNumber(rated) }),
  figureUnrated: t('no matches rated yet'),
  figureSeen: t('until you saw it (median)'),
  figureSeenOf: (count: number) =>
    count === 0 ? t('No leads seen yet') : t('Median of {count, plural, one {# seen lead} other {# seen leads}}', { count }),
  before: (count: number) => t('{count, plural, one {# lead} other {# leads}} in the 30 days before', { count }),
  analytics: t('Analytics'),
  campaigns: t('Campaigns'),
  newCampaign: t('New campaign'),
  campaign: t('Campaign'),
  tenDays: t('10 days'),
  today: t('Today'),
  matchQuality: t('Match quality'),
  read: t('Read, last 24 h'),
  nextRun: t('Next run'),
  paused: t('paused'),
  draft: t('draft'),
  running: t('running now'),
  sample: t('sample'),
  sampleHint: t('A made-up post that shows how Earshot works'),
  sparkline: (values: readonly number[]) =>
    t('Leads per day, last {length} days: {values}', { length: values.length, values: values.join(', ') }),
  matchQualityOf: (rated: number) => t('Good matches among the last {rated} rated', { rated: fullNumber(rated) }),
  monitoring: t('Monitoring'),
  coverage: t('Coverage'),
  monitoringOf: (total: number) => t(' of {total, plural, one {# stream} other {# streams}} up to date', { total }),
  outage: t('no stream could be read since'),
  monitoringNone: t('No active campaigns.'),
  setup: t('Setup'),
  setupDone: (done: number, all: number) => t('{done} of {all}', { done, all }),
  done: t('done'),
};
