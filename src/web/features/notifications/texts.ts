import type { ChannelKind, EventKind, InboxKind } from '#shared/notify.ts';
import { shortNumber } from '#web/lib/format.ts';
import { zoneLabel } from '#web/lib/time-zone-options.ts';

export const kindNames: Record<ChannelKind, string> = {
  email: 'Email',
  push: 'Browser',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  matrix: 'Matrix',
  telegram: 'Telegram',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  pushover: 'Pushover',
  webhook: 'Webhook',
  custom: 'Apprise and others',
};

export const kindHints: Record<ChannelKind, string> = {
  email: "Goes to your account's address.",
  push: 'Shows notifications in this browser on this device, even while Earshot is closed.',
  slack: "Uses your workspace's incoming webhook.",
  teams: 'Uses a workflow of a channel or chat: Workflows, Send webhook alerts.',
  discord: 'Uses a channel webhook: Edit channel, Integrations, Webhooks.',
  matrix: 'Writes to a room as a user of your homeserver. The room must not be encrypted.',
  telegram: 'Uses your own bot. Create one with @BotFather and send it a message first.',
  ntfy: 'Goes to a topic on ntfy.sh or your own server. Anyone who knows the topic can read it.',
  gotify: 'Goes to an application on your Gotify server.',
  pushover: 'Goes to your devices, or to a group.',
  webhook: 'Sends signed JSON to your program. See docs/notifications.md for how to verify it.',
  custom: 'Posts JSON in the form that the receiver expects: Apprise, Mattermost, Google Chat, and others.',
};

export const noticeNames: Record<EventKind, string> = {
  'new-lead': 'New leads',
  'reply-answered': 'Responses to your replies',
  'reply-removed': 'Removed replies',
  'campaign-failing': 'Failing campaigns',
  health: 'Reddit account problems',
  opportunity: 'Competitor complaints and opportunities',
  reconnect: 'Expired Reddit connections',
  outage: 'Outages of Reddit and other sources (for admins)',
  approval: 'Approval of replies',
  mention: 'Notes that mention you',
  assigned: 'Leads and follow-ups that others give you',
  'lead-updated': 'Changed leads: stage, notes, tags, value, feedback',
  'reply-posted': 'Posted replies',
  'follow-up-due': 'Follow-ups that are due',
};

export const inboxNames: Record<InboxKind, string> = {
  'new-lead': 'New lead',
  'reply-answered': 'Response',
  'reply-removed': 'Reply removed',
  'campaign-failing': 'Campaign',
  health: 'Reddit account',
  opportunity: 'Opportunity',
  reconnect: 'Reddit account',
  outage: 'Outage',
  approval: 'Approval',
  mention: 'Mention',
  assigned: 'Assigned',
  'channel-paused': 'Notifications',
  'feedback-answered': 'Feedback',
};

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const dayOptions = days.map((label, index) => ({ value: String(index + 1), label }));
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
export const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clock(hour) }));

export const channelTexts = {
  tab: 'Notifications',
  title: 'Notification channels',
  lead: 'Notifications always appear under the bell. Channels also send them elsewhere.',
  add: 'Add channel',
  empty: 'No channels yet. Notifications only appear under the bell.',
  failed: "Couldn't load the channels.",
  test: 'Send test',
  testOf: (name: string) => `Send a test to ${name}`,
  editOf: (name: string) => `Edit ${name}`,
  pauseOf: (name: string) => `Pause ${name}`,
  removeOf: (name: string) => `Remove ${name}`,
  resume: 'Resume',
  resumeOf: (name: string) => `Resume ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: "Waiting messages are not sent. This can't be undone. Past notifications stay under the bell.",
  remove: 'Remove channel',
  deliveriesOf: (name: string) => `Deliveries of ${name}`,
  lastError: 'Last error:',
  lastSent: 'Last sent',
  neverSent: 'Nothing sent yet',
  next: 'next',
  waiting: (count: number) => `${shortNumber(count)} waiting`,
  noEmail: "This Earshot can't send email yet. An admin can set it up under Admin → Connections.",
  noLinks: 'Emails contain no links until an admin sets the public address under Admin → Connections.',
  emailTo: (address: string) => `Goes to ${address}, the address in your profile.`,
};

export const deliveryTexts = {
  about: 'What was sent in the last 14 days, up to 100 messages, and what the receiver answered.',
  empty: 'Nothing was sent in the last 14 days.',
  failed: "Couldn't load the deliveries.",
  noAnswer: 'No answer',
  took: (ms: number) => `${ms.toLocaleString('en')} ms`,
  again: 'Send again',
  againOf: (events: string, at: string) => `Send again: ${events}, ${at}`,
  queued: 'It is sent again now.',
};

export const formTexts = {
  addTitle: 'Add channel',
  editTitle: (name: string) => `Edit ${name}`,
  about: 'Choose where notifications go, which ones, and when.',
  kind: 'Kind',
  name: 'Name',
  namePlaceholder: 'Sales team',
  url: 'Webhook address',
  slackPlaceholder: 'https://hooks.slack.com/services/…',
  discordPlaceholder: 'https://discord.com/api/webhooks/…',
  webhookUrl: 'Address',
  webhookPlaceholder: 'https://example.com/earshot',
  teamsPlaceholder: 'https://….logic.azure.com/workflows/…',
  homeserver: 'Homeserver address',
  homeserverPlaceholder: 'https://matrix.example.com',
  room: 'Room ID',
  roomHint: 'Room settings, Advanced. The user must have joined the room.',
  server: 'Server address',
  gotifyPlaceholder: 'https://gotify.example.com',
  appToken: 'Application token',
  userKey: 'User or group key',
  apprisePlaceholder: 'https://apprise.example.com/notify/your-key',
  template: 'JSON to send',
  templateHint: 'Placeholders: {{text}}, {{title}}, {{url}}, {{id}}. Leave empty for Apprise.',
  secret: 'Signing secret',
  secretHint: 'Leave empty to have Earshot create one.',
  headers: 'Headers',
  headersPlaceholder: 'Authorization: Bearer …',
  headersHint: 'Sent with every message, one in a line.',
  keepHeaders: 'Leave empty to keep them. With an address on another server, enter them again.',
  dropHeaders: 'Remove the stored headers',
  botToken: 'Bot token',
  chatId: 'Chat ID',
  chatHint: "A chat's number, or the @name of a public channel.",
  topic: 'Topic address',
  topicPlaceholder: 'https://ntfy.sh/your-topic',
  token: 'Access token',
  tokenHint: 'Only for protected topics.',
  keep: 'Leave empty to keep the stored value.',
  kinds: 'Notify about',
  minScore: 'Minimum score of new leads',
  minScoreHint: 'Out of 100, at the time the lead is found.',
  campaigns: 'Campaigns',
  allCampaigns: 'All campaigns, including new ones',
  pace: 'When',
  paces: {
    now: { label: 'Immediately', hint: 'Notifications that arrive together are sent together' },
    daily: { label: 'Daily', hint: 'One message a day; none on quiet days' },
    weekly: { label: 'Weekly', hint: 'One message a week; none in quiet weeks' },
  },
  hour: 'At',
  weekday: 'On',
  quiet: 'Quiet hours',
  quietHint: 'Notifications during quiet hours are sent as one message when they end.',
  from: 'From',
  to: 'To',
  zone: 'Time zone',
  zones: 'Time zones',
  findZone: 'Find a city',
  noZone: 'Time zone not found.',
  save: 'Save channel',
  create: 'Add channel',
  cancel: 'Cancel',
  secretTitle: 'Signing secret',
  secretAbout: "Copy it to your program's configuration.",
  secretOnce: "It's shown only once. Your program verifies each message with it:",
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
export function paceText({ pace, hour, weekday, quiet, zone }: Timed): string {
  if (pace === 'daily') return `Every day at ${clock(hour)} (${zoneLabel(zone)})`;
  if (pace === 'weekly') return `Every ${days[weekday - 1] ?? ''} at ${clock(hour)} (${zoneLabel(zone)})`;
  return quiet ? `Immediately, quiet from ${quiet.from} to ${quiet.to} (${zoneLabel(zone)})` : 'Immediately';
}

interface Ruled {
  kinds: readonly EventKind[];
  minScore: number;
  campaignIds: readonly string[];
}
/** "New leads from 70 and 5 other kinds, for 2 campaigns" */
export function ruleText({ kinds, minScore, campaignIds }: Ruled): string {
  const withLeads = kinds.includes('new-lead');
  const leads = minScore > 0 ? `New leads from ${minScore}` : 'New leads';
  const others = kinds.length - (withLeads ? 1 : 0);
  const [only] = kinds;
  const what =
    withLeads && others > 0
      ? `${leads} and ${others} other ${others === 1 ? 'kind' : 'kinds'}`
      : withLeads
        ? leads
        : others === 1 && only
          ? noticeNames[only]
          : `${others} kinds of notifications`;
  return campaignIds.length === 0 ? what : `${what}, for ${campaignIds.length} ${campaignIds.length === 1 ? 'campaign' : 'campaigns'}`;
}

export const bellTexts = {
  title: 'Notifications',
  readAll: 'Mark all as read',
  empty: 'No notifications yet. New leads and anything that needs your attention appear here.',
  failed: "Couldn't load notifications.",
  settings: 'Notification settings',
  isNew: 'Unread',
};

export const linkTexts = {
  unsubscribe: {
    title: 'Unsubscribe from these emails?',
    lead: (name: string) => `This pauses the channel “${name}”. You can resume it under Settings, Notifications.`,
    act: 'Unsubscribe',
    done: 'Unsubscribed',
    doneLead: (name: string) =>
      `The channel “${name}” is paused and sends no more emails. You can resume it under Settings, Notifications.`,
  },
  'not-a-lead': {
    title: 'Not a lead?',
    lead: (title: string) => `Choose a reason to mark “${title}” as a bad match.`,
    act: '',
    done: 'Marked as a bad match',
    doneLead: (title: string) => `“${title}” is marked as a bad match.`,
    reasons: {
      'not-my-customer': 'Not my customer',
      'no-need': 'No need',
      seller: 'Selling something',
      'wrong-place': 'Wrong subreddit',
      old: 'Too old',
    },
  },
  broken: "This link doesn't work",
  brokenLead: 'It may have expired or be incomplete.',
  retry: 'Try again',
  open: 'Open Earshot',
};
