import type { ChannelKind, InboxKind, NoticeKind } from '#shared/notify.ts';
import { shortNumber } from '#web/lib/format.ts';

export const kindNames: Record<ChannelKind, string> = {
  email: 'E-mail',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  ntfy: 'ntfy',
  webhook: 'Webhook',
};

export const kindHints: Record<ChannelKind, string> = {
  email: 'To the address of your account.',
  slack: 'By an incoming webhook of your workspace.',
  discord: 'By a webhook of a channel: Edit channel, Integrations, Webhooks.',
  telegram: 'By a bot of yours. Make one with @BotFather and write to it once.',
  ntfy: 'To a topic on ntfy.sh or your own server. Whoever knows the topic can read it.',
  webhook: 'Signed JSON to a program of yours. docs/notifications.md shows how to check it.',
};

export const noticeNames: Record<NoticeKind, string> = {
  'new-lead': 'New leads',
  'reply-answered': 'Answers to your replies',
  'reply-removed': 'Replies of yours that were removed',
  'campaign-failing': 'Campaigns that hear nothing',
  health: 'Your Reddit account when it needs a look',
  opportunity: 'People who complain about a competitor or look for an alternative',
  reconnect: 'Reddit asking you to connect again',
};

export const inboxNames: Record<InboxKind, string> = {
  'new-lead': 'New lead',
  'reply-answered': 'Answer',
  'reply-removed': 'Reply removed',
  'campaign-failing': 'Campaign',
  health: 'Reddit account',
  opportunity: 'Opportunity',
  reconnect: 'Reddit account',
  'channel-paused': 'Notifications',
};

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const dayOptions = days.map((label, index) => ({ value: String(index + 1), label }));
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
export const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clock(hour) }));
const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

export const channelTexts = {
  tab: 'Notifications',
  title: 'Ways to be told',
  lead: 'The bell always tells you. These tell you when you are elsewhere.',
  add: 'Add a channel',
  empty: 'Nothing leaves this Earshot yet: you are told by the bell alone.',
  failed: 'The channels could not be read.',
  test: 'Test',
  testOf: (name: string) => `Send a test to ${name}`,
  editOf: (name: string) => `Edit ${name}`,
  pauseOf: (name: string) => `Pause ${name}`,
  removeOf: (name: string) => `Remove ${name}`,
  resume: 'Resume',
  resumeOf: (name: string) => `Resume ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'What waits for it is not sent. This cannot be undone; the inbox keeps everything.',
  remove: 'Remove',
  lastError: 'Last try:',
  lastSent: 'Last sent',
  neverSent: 'Nothing sent yet',
  next: 'next',
  waiting: (count: number) => `${shortNumber(count)} waiting`,
  noMail: 'This Earshot cannot send mail yet: its operator sets smtp.url.',
  noLinks: 'Mails carry no links until the operator sets http.publicUrl.',
  mailTo: (address: string) => `Goes to ${address}, the address in your profile.`,
};

export const formTexts = {
  addTitle: 'Add a channel',
  editTitle: (name: string) => `Edit ${name}`,
  about: 'Choose where it goes, what it tells and when.',
  kind: 'Kind',
  name: 'Name',
  namePlaceholder: 'Sales team',
  url: 'Webhook address',
  slackPlaceholder: 'https://hooks.slack.com/services/…',
  discordPlaceholder: 'https://discord.com/api/webhooks/…',
  webhookUrl: 'Address',
  webhookPlaceholder: 'https://example.com/earshot',
  secret: 'Signing secret',
  secretHint: 'Leave it empty and Earshot makes one.',
  botToken: 'Bot token',
  chatId: 'Chat',
  chatHint: 'The number of a chat, or @name of a public channel.',
  topic: 'Topic address',
  topicPlaceholder: 'https://ntfy.sh/your-topic',
  token: 'Access token',
  tokenHint: 'Only for topics that ask for one.',
  keep: 'Leave empty to keep what is stored.',
  tells: 'What it tells',
  minScore: 'New leads from a score of',
  minScoreHint: 'Of 100, as it is when the lead is found.',
  campaigns: 'Campaigns',
  allCampaigns: 'All campaigns, new ones too',
  pace: 'When',
  paces: {
    now: { label: 'At once', hint: 'What comes together is sent together' },
    daily: { label: 'Once a day', hint: 'One message, and none when nothing happened' },
    weekly: { label: 'Once a week', hint: 'One message, and none when nothing happened' },
  },
  hour: 'At',
  weekday: 'On',
  quiet: 'Quiet hours',
  quietHint: 'What happens in them is held and sent as one message at their end.',
  from: 'From',
  to: 'To',
  zone: 'Time zone',
  zones: 'Time zones',
  findZone: 'Find a city',
  noZone: 'No such time zone.',
  save: 'Save',
  create: 'Add channel',
  cancel: 'Cancel',
  secretTitle: 'Its signing secret',
  secretAbout: 'Put it where your program can read it.',
  secretOnce: 'Shown this once. Your program checks each message with it:',
  done: 'Done',
};

interface Timed {
  pace: 'now' | 'daily' | 'weekly';
  hour: number;
  weekday: number;
  quiet: { from: string; to: string } | null;
  zone: string;
}
/** "Every Monday at 08:00 (Europe/Berlin)" */
export function paceWords({ pace, hour, weekday, quiet, zone }: Timed): string {
  if (pace === 'daily') return `Every day at ${clock(hour)} (${zoneName(zone)})`;
  if (pace === 'weekly') return `Every ${days[weekday - 1] ?? ''} at ${clock(hour)} (${zoneName(zone)})`;
  return quiet ? `At once, quiet from ${quiet.from} to ${quiet.to} (${zoneName(zone)})` : 'At once';
}

interface Ruled {
  kinds: readonly NoticeKind[];
  minScore: number;
  campaignIds: readonly string[];
}
/** "New leads from 70, and 5 other kinds, of 2 campaigns" */
export function ruleWords({ kinds, minScore, campaignIds }: Ruled): string {
  const withLeads = kinds.includes('new-lead');
  const leads = minScore > 0 ? `New leads from ${minScore}` : 'New leads';
  const others = kinds.length - (withLeads ? 1 : 0);
  const [only] = kinds;
  const what =
    withLeads && others > 0
      ? `${leads} and ${others} other ${others === 1 ? 'kind' : 'kinds'} of news`
      : withLeads
        ? leads
        : others === 1 && only
          ? noticeNames[only]
          : `${others} kinds of news`;
  return campaignIds.length === 0 ? what : `${what}, of ${campaignIds.length} ${campaignIds.length === 1 ? 'campaign' : 'campaigns'}`;
}

export const bellTexts = {
  title: 'Notifications',
  readAll: 'Mark all as read',
  empty: 'Nothing yet. New leads, and what needs you, appear here.',
  failed: 'Notifications could not be read.',
  settings: 'What you are told, and when',
  isNew: 'Unread',
};

export const linkTexts = {
  unsubscribe: {
    title: 'No more of these mails?',
    lead: (name: string) => `“${name}” will be paused. You can resume it under Settings, Notifications.`,
    act: 'Stop these mails',
    done: 'Stopped',
    doneLead: (name: string) => `“${name}” is paused and sends no more mails. Resume it under Settings, Notifications.`,
  },
  'not-a-lead': {
    title: 'Not a lead?',
    lead: (title: string) => `“${title}”. Say why, and Earshot notes it as wrong.`,
    act: '',
    done: 'Noted',
    doneLead: (title: string) => `“${title}” is marked as wrong.`,
    reasons: {
      'not-my-customer': 'Not my customer',
      'no-need': 'Needs nothing',
      seller: 'Sells something',
      'wrong-place': 'Wrong place',
      old: 'Too old',
    },
  },
  loading: 'Reading the link',
  broken: 'This link does not work',
  brokenLead: 'It may be too old, or was cut off on its way.',
  retry: 'Try again',
  open: 'Open Earshot',
};
