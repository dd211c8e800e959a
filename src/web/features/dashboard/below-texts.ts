import type { Dashboard } from '#shared/dashboard.ts';
import { counted, fullNumber } from '#web/lib/format.ts';

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
  account: { label: 'Create the first account', why: '', action: 'Settings', to: '/dashboard/settings' },
  campaign: { label: 'Create a campaign', why: 'It finds your conversations', action: 'Create campaign', to: '/dashboard/campaigns/new' },
  connect: { label: 'Connect Reddit', why: 'To post replies from here', action: 'Connect', to: '/dashboard/settings?tab=reddit' },
  rate: { label: 'Rate 8 posts', why: 'Good and bad matches teach the campaign', action: 'Rate posts', to: '/dashboard/posts' },
  reply: { label: 'Reply to your first lead', why: "That's what it's for", action: 'Reply', to: '/dashboard/leads' },
  model: {
    label: 'Connect an AI model',
    why: 'Sharper scores, and drafts of replies',
    action: 'Connect',
    to: '/dashboard/admin?tab=connections',
    isOptional: true,
  },
  email: {
    label: 'Connect an email server',
    why: 'For digests and password links',
    action: 'Connect',
    to: '/dashboard/admin?tab=connections',
    isOptional: true,
  },
  passkey: {
    label: 'Add a passkey',
    why: 'Log in without a password',
    action: 'Add',
    to: '/dashboard/settings?tab=security',
    isOptional: true,
  },
};

/** Of what is below the fold. */
export const texts = {
  trend: 'Leads, last 30 days',
  trendCaption: 'Leads and replies per day, last 30 days',
  day: 'Day',
  leads: 'Leads',
  answered: 'Replied to',
  figureLeads: 'leads',
  figureAnswered: 'replied to',
  figureMatches: (rated: number) => `good matches, of ${fullNumber(rated)} rated`,
  figureUnrated: 'no matches rated yet',
  figureSeen: 'until you saw it (median)',
  figureSeenOf: (count: number) => (count === 0 ? 'No leads seen yet' : `Median of ${counted(count, 'seen lead')}`),
  before: (count: number) => `${counted(count, 'lead')} in the 30 days before`,
  analytics: 'Analytics',
  campaigns: 'Campaigns',
  newCampaign: 'New campaign',
  campaign: 'Campaign',
  tenDays: '10 days',
  today: 'Today',
  matchQuality: 'Match quality',
  read: 'Read, last 24 h',
  nextRun: 'Next run',
  paused: 'paused',
  draft: 'draft',
  running: 'running now',
  sample: 'sample',
  sampleHint: 'A made-up post that shows how Earshot works',
  sparkline: (values: readonly number[]) => `Leads per day, last ${String(values.length)} days: ${values.join(', ')}`,
  matchQualityOf: (rated: number) => `Good matches among the last ${fullNumber(rated)} rated`,
  monitoring: 'Monitoring',
  coverage: 'Coverage',
  monitoringOf: (total: number) => ` of ${counted(total, 'stream')} up to date`,
  outage: 'no stream could be read since',
  monitoringNone: 'No active campaigns.',
  setup: 'Setup',
  setupDone: (done: number, all: number) => `${String(done)} of ${String(all)}`,
  done: 'done',
};
