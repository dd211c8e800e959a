import type { ChannelKind, EventKind, InboxKind } from '#shared/notify.ts';
import { t, shortNumber } from '#web/lib/language.ts';
import { zoneLabel } from '#web/lib/time-zone-options.ts';

export const kindNames: Record<ChannelKind, string> = {
  email: t('Email'),
  push: t('Browser'),
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  matrix: 'Matrix',
  telegram: 'Telegram',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  pushover: 'Pushover',
  webhook: 'Webhook',
  custom: t('Apprise and others'),
};

export const kindHints: Record<ChannelKind, string> = {
  email: t("Goes to your account's address."),
  push: t('Shows notifications in this browser on this device, even while Earshot is closed.'),
  slack: t("Uses your workspace's incoming webhook."),
  teams: t('Uses a workflow of a channel or chat: Workflows, Send webhook alerts.'),
  discord: t('Uses a channel webhook: Edit channel, Integrations, Webhooks.'),
  matrix: t('Writes to a room as a user of your homeserver. The room must not be encrypted.'),
  telegram: t('Uses your own bot. Create one with @BotFather and send it a message first.'),
  ntfy: t('Goes to a topic on ntfy.sh or your own server. Anyone who knows the topic can read it.'),
  gotify: t('Goes to an application on your Gotify server.'),
  pushover: t('Goes to your devices, or to a group.'),
  webhook: t('Sends signed JSON to your program. See docs/notifications.md for how to verify it.'),
  custom: t('Posts JSON in the form that the receiver expects: Apprise, Mattermost, Google Chat, and others.'),
};

export const noticeNames: Record<EventKind, string> = {
  'new-lead': t('New leads'),
  'reply-answered': t('Responses to your replies'),
  'reply-removed': t('Removed replies'),
  'campaign-failing': t('Failing campaigns'),
  health: t('Reddit account problems'),
  opportunity: t('Competitor complaints and opportunities'),
  reconnect: t('Expired Reddit connections'),
  outage: t('Outages of Reddit and other sources (for admins)'),
  approval: t('Approval of replies'),
  mention: t('Notes that mention you'),
  assigned: t('Leads and follow-ups that others give you'),
  'lead-updated': t('Changed leads: stage, notes, tags, value, feedback'),
  'reply-posted': t('Posted replies'),
  'follow-up-due': t('Follow-ups that are due'),
};

export const inboxNames: Record<InboxKind, string> = {
  'new-lead': t('New lead'),
  'reply-answered': t('Response'),
  'reply-removed': t('Reply removed'),
  'campaign-failing': t('Campaign'),
  health: t('Reddit account'),
  opportunity: t('Opportunity'),
  reconnect: t('Reddit account'),
  outage: t('Outage'),
  approval: t('Approval'),
  mention: t('Mention'),
  assigned: t('Assigned'),
  'channel-paused': t('Notifications'),
  'feedback-answered': t('Feedback'),
};

const days = [t('Monday'), t('Tuesday'), t('Wednesday'), t('Thursday'), t('Friday'), t('Saturday'), t('Sunday')];
export const dayOptions = days.map((label, index) => ({ value: String(index + 1), label }));
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
export const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clock(hour) }));

export const channelTexts = {
  tab: t('Notifications'),
  title: t('Notification channels'),
  lead: t('Notifications always appear under the bell. Channels also send them elsewhere.'),
  add: t('Add channel'),
  empty: t('No channels yet. Notifications only appear under the bell.'),
  failed: t("Couldn't load the channels."),
  test: t('Send test'),
  testOf: (name: string) => t('Send a test to {name}', { name }),
  editOf: (name: string) => t('Edit {name}', { name }),
  pauseOf: (name: string) => t('Pause {name}', { name }),
  removeOf: (name: string) => t('Remove {name}', { name }),
  resume: t('Resume'),
  resumeOf: (name: string) => t('Resume {name}', { name }),
  removeTitle: (name: string) => t('Remove {name}?', { name }),
  removeText: t("Waiting messages are not sent. This can't be undone. Past notifications stay under the bell."),
  remove: t('Remove channel'),
  deliveriesOf: (name: string) => t('Deliveries of {name}', { name }),
  lastError: t('Last error:'),
  lastSent: t('Last sent'),
  neverSent: t('Nothing sent yet'),
  next: t('next'),
  waiting: (count: number) => t('{count} waiting', { count: shortNumber(count) }),
  noEmail: t("This Earshot can't send email yet. An admin can set it up under Admin → Connections."),
  noLinks: t('Emails contain no links until an admin sets the public address under Admin → Connections.'),
  emailTo: (address: string) => t('Goes to {address}, the address in your profile.', { address }),
};

export const deliveryTexts = {
  about: t('What was sent in the last 14 days, up to 100 messages, and what the receiver answered.'),
  empty: t('Nothing was sent in the last 14 days.'),
  failed: t("Couldn't load the deliveries."),
  noAnswer: t('No answer'),
  took: (ms: number) => t('{ms} ms', { ms: ms.toLocaleString('en') }),
  again: t('Send again'),
  againOf: (events: string, at: string) => t('Send again: {events}, {at}', { events, at }),
  queued: t('It is sent again now.'),
};

export const formTexts = {
  addTitle: t('Add channel'),
  editTitle: (name: string) => t('Edit {name}', { name }),
  about: t('Choose where notifications go, which ones, and when.'),
  kind: t('Kind'),
  name: t('Name'),
  namePlaceholder: t('Sales team'),
  url: t('Webhook address'),
  slackPlaceholder: 'https://hooks.slack.com/services/…',
  discordPlaceholder: 'https://discord.com/api/webhooks/…',
  webhookUrl: t('Address'),
  webhookPlaceholder: 'https://example.com/earshot',
  teamsPlaceholder: 'https://….logic.azure.com/workflows/…',
  homeserver: t('Homeserver address'),
  homeserverPlaceholder: 'https://matrix.example.com',
  room: t('Room ID'),
  roomHint: t('Room settings, Advanced. The user must have joined the room.'),
  server: t('Server address'),
  gotifyPlaceholder: 'https://gotify.example.com',
  appToken: t('Application token'),
  userKey: t('User or group key'),
  apprisePlaceholder: 'https://apprise.example.com/notify/your-key',
  template: t('JSON to send'),
  templateHint: t('Placeholders: {{text}}, {{title}}, {{url}}, {{id}}. Leave empty for Apprise.'),
  secret: t('Signing secret'),
  secretHint: t('Leave empty to have Earshot create one.'),
  headers: t('Headers'),
  headersPlaceholder: t('Authorization: Bearer …'),
  headersHint: t('Sent with every message, one in a line.'),
  keepHeaders: t('Leave empty to keep them. With an address on another server, enter them again.'),
  dropHeaders: t('Remove the stored headers'),
  botToken: t('Bot token'),
  chatId: t('Chat ID'),
  chatHint: t("A chat's number, or the @name of a public channel."),
  topic: t('Topic address'),
  topicPlaceholder: 'https://ntfy.sh/your-topic',
  token: t('Access token'),
  tokenHint: t('Only for protected topics.'),
  keep: t('Leave empty to keep the stored value.'),
  kinds: t('Notify about'),
  minScore: t('Minimum score of new leads'),
  minScoreHint: t('Out of 100, at the time the lead is found.'),
  campaigns: t('Campaigns'),
  allCampaigns: t('All campaigns, including new ones'),
  pace: t('When'),
  paces: {
    now: { label: t('Immediately'), hint: t('Notifications that arrive together are sent together') },
    daily: { label: t('Daily'), hint: t('One message a day; none on quiet days') },
    weekly: { label: t('Weekly'), hint: t('One message a week; none in quiet weeks') },
  },
  hour: t('At'),
  weekday: t('On'),
  quiet: t('Quiet hours'),
  quietHint: t('Notifications during quiet hours are sent as one message when they end.'),
  from: t('From'),
  to: t('To'),
  zone: t('Time zone'),
  zones: t('Time zones'),
  findZone: t('Find a city'),
  noZone: t('Time zone not found.'),
  save: t('Save channel'),
  create: t('Add channel'),
  cancel: t('Cancel'),
  secretTitle: t('Signing secret'),
  secretAbout: t("Copy it to your program's configuration."),
  secretOnce: t("It's shown only once. Your program verifies each message with it:"),
  done: t('Done'),
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
  if (pace === 'daily') return t('Every day at {hour} ({zone})', { hour: clock(hour), zone: zoneLabel(zone) });
  if (pace === 'weekly')
    return t('Every {weekday} at {hour} ({zone})', { weekday: days[weekday - 1] ?? '', hour: clock(hour), zone: zoneLabel(zone) });
  return quiet
    ? t('Immediately, quiet from {from} to {to} ({zone})', { from: quiet.from, to: quiet.to, zone: zoneLabel(zone) })
    : t('Immediately');
}

interface Ruled {
  kinds: readonly EventKind[];
  minScore: number;
  campaignIds: readonly string[];
}
/** "New leads from 70 and 5 other kinds, for 2 campaigns" */
export function ruleText({ kinds, minScore, campaignIds }: Ruled): string {
  const withLeads = kinds.includes('new-lead');
  const leads = minScore > 0 ? t('New leads from {minScore}', { minScore }) : t('New leads');
  const others = kinds.length - (withLeads ? 1 : 0);
  const [only] = kinds;
  const what =
    withLeads && others > 0
      ? t('{leads} and {others} other {others, plural, one {kind} other {kinds}}', { leads, others })
      : withLeads
        ? leads
        : others === 1 && only
          ? noticeNames[only]
          : t('{others} kinds of notifications', { others });
  return campaignIds.length === 0
    ? what
    : t('{what}, for {length} {length, plural, one {campaign} other {campaigns}}', { what, length: campaignIds.length });
}

export const bellTexts = {
  title: t('Notifications'),
  readAll: t('Mark all as read'),
  empty: t('No notifications yet. New leads and anything that needs your attention appear here.'),
  failed: t("Couldn't load notifications."),
  settings: t('Notification settings'),
  isNew: t('Unread'),
};

export const linkTexts = {
  unsubscribe: {
    title: t('Unsubscribe from these emails?'),
    lead: (name: string) => t('This pauses the channel “{name}”. You can resume it under Settings, Notifications.', { name }),
    act: t('Unsubscribe'),
    done: t('Unsubscribed'),
    doneLead: (name: string) =>
      t('The channel “{name}” is paused and sends no more emails. You can resume it under Settings, Notifications.', { name }),
  },
  'stop-reports': {
    title: t('Unsubscribe from these reports?'),
    lead: (name: string) =>
      name === ''
        ? t('You will get no more reports by email from this sender.')
        : t('You will get no more reports by email from {name}.', { name }),
    act: t('Unsubscribe'),
    done: t('Unsubscribed'),
    doneLead: (name: string) =>
      name === '' ? t('You get no more reports by email from this sender.') : t('You get no more reports by email from {name}.', { name }),
    undo: t('Subscribe again'),
  },
  'not-a-lead': {
    title: t('Not a lead?'),
    lead: (title: string) => t('Choose a reason to mark “{title}” as a bad match.', { title }),
    act: '',
    done: t('Marked as a bad match'),
    doneLead: (title: string) => t('“{title}” is marked as a bad match.', { title }),
    reasons: {
      'not-my-customer': t('Not my customer'),
      'no-need': t('No need'),
      seller: t('Selling something'),
      'wrong-place': t('Wrong subreddit'),
      old: t('Too old'),
    },
  },
  broken: t("This link doesn't work"),
  brokenLead: t('It may have expired or be incomplete.'),
  retry: t('Try again'),
  open: t('Open Earshot'),
};
