import { counted } from '#web/lib/format.ts';

const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortDate = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const dayOf = (day: string): string => shortDate.format(new Date(day));
export const daysOf = ({ from, to }: { from: string; to: string }): string =>
  date.formatRange(new Date(from), new Date(to)).replaceAll('\u2009', ' ');

export const reportTexts = {
  title: (campaign: string | null) => campaign ?? 'Conversations report',
  failed: "Couldn't load the report.",
  ended: 'This report has expired or was revoked. Ask whoever sent you the link for a new one.',
  print: 'Print or save as PDF',
  sample: 'This report includes made-up posts from the sample campaign.',
  leads: 'Leads',
  contacted: 'Contacted',
  replied: 'Replied',
  timeToReply: 'Time to reply',
  timeToReplyHint: 'Median time from post to reply',
  weekly: 'Leads per week',
  week: 'Week of',
  allLeads: 'All leads',
  repliedLeads: 'Replied to',
  voice: 'Share of voice',
  mentions: (count: number) => counted(count, 'mention'),
  own: 'own product',
  best: (shown: number, all: number) => (all > shown ? `The best ${String(shown)} of ${counted(all, 'lead')}` : 'Leads'),
  noLeads: 'No leads on these dates.',
  deletedAuthor: 'deleted account',
  note: 'Conversations are public. Those that their authors deleted are left out.',
};

export const shareTexts = {
  title: 'Share a report',
  lead: 'Whoever has the link can read the report and print it, without an account, until the link expires or you revoke it.',
  campaign: 'Campaign',
  allCampaigns: 'All campaigns',
  from: 'From',
  to: 'To',
  expires: 'Link expires',
  life: (days: number) => `In ${String(days)} days`,
  name: 'Your name or company',
  nameHint: 'Shown on all your reports, with the color.',
  voice: 'Share of voice',
  voiceHint: 'Choose up to eight products to compare. None: the report has no share of voice.',
  create: 'Create link',
  once: "Copy the link now; it won't be shown again.",
  links: 'Links',
  none: 'No links yet.',
  failed: "Couldn't load the links.",
  expiresAt: (day: string) => `Expires ${day}`,
  opened: 'last opened',
  neverOpened: 'never opened',
  revoke: 'Revoke',
  revokeOf: (days: string) => `Revoke the link to ${days}`,
  revokeTitle: 'Revoke this link?',
  revokeText: 'Whoever has it can no longer read the report.',
};
