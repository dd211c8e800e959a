import { pathIn } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type EventKind, eventNames, isForPrograms, type StoredKind } from '#shared/notify.ts';
import type { Components } from '#shared/scoring.ts';
import { recencyOf } from '#core/scoring/arithmetic.ts';
import { confidenceAt } from '#core/scoring/confidence.ts';
import type { ChannelRow } from './channel-queries.ts';
import type { Message, MessageNotice } from './channel.ts';
import type { Links } from '#core/platform/email/links.ts';
import { maxInFull } from './message-queries.ts';
import type { NoticeRow } from './notice-queries.ts';
import { cut, oneLine } from './plain.ts';

/** Titles for notices without one, or whose conversation was deleted. */
export const fallbackTitles: Record<StoredKind, string> = {
  'new-lead': 'A new lead',
  'reply-answered': 'Someone replied to you',
  'reply-removed': 'One of your replies was removed',
  'campaign-failing': 'A campaign is failing',
  health: 'Your Reddit account needs attention',
  opportunity: 'Someone is looking for an alternative',
  reconnect: 'Connect your Reddit account again',
  outage: 'A source is down or works again',
  approval: 'A reply for approval',
  mention: 'Somebody mentioned you',
  assigned: 'A lead is yours',
  'lead-updated': 'A lead changed',
  'reply-posted': 'Your reply was posted',
  'follow-up-due': 'A follow-up is due',
  'channel-paused': 'A notification channel is paused',
  'feedback-answered': 'There is a reply to your feedback',
};

export const isGone = ({ kind, item_gone, post_id }: NoticeRow): boolean => kind === 'new-lead' && (item_gone !== null || post_id === null);

export function scoreOf({ static_points, recency_points, cap, basis_at }: NoticeRow, now: number): number | null {
  if (static_points === null || recency_points === null || cap === null || basis_at === null) return null;
  return confidenceAt({ staticPoints: static_points, recencyPoints: recency_points, cap }, basis_at, now);
}

/** For leads the conversation's title, for other notices our own. */
export const titleFor = ({ kind, title, item_title, item_body }: NoticeRow): string =>
  kind === 'new-lead' ? item_title || cut(oneLine(item_body ?? ''), 120) || fallbackTitles[kind] : title || fallbackTitles[kind];

/** For leads why they match and whether the model still has to confirm it; for other notices our own text. */
export const textFor = ({ kind, text, reason, unconfirmed }: NoticeRow): string =>
  kind === 'new-lead' ? `${unconfirmed === 1 ? 'Not yet confirmed by the AI model. ' : ''}${reason ?? ''}`.trim() : text;

export interface MessageContext {
  now: number;
  links: Links;
  /** Without a trailing slash; empty when the operator hasn't set it. */
  publicUrl: string;
  channel: Pick<ChannelRow, 'id' | 'user_id' | 'kind' | 'pace'>;
}

/** Imported posts may contain any URL, so only http and https are allowed. */
function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

const maxBody = 20_000;
const idOf = (id: number | null): string | null => (id === null ? null : String(id));

function componentsOf({ components, item_created_at }: NoticeRow, now: number): Components | null {
  if (components === null || item_created_at === null) return null;
  return { ...(JSON.parse(components) as Components), recency: recencyOf(item_created_at, now) };
}

const leadOf = ({ stage, notes, tags, value, feedback }: NoticeRow): MessageNotice['lead'] =>
  stage === null ? null : { stage, notes: notes ?? '', tags: JSON.parse(tags ?? '[]') as string[], value, feedback };

function noticeOf(row: NoticeRow, { now, links, publicUrl, channel }: MessageContext): MessageNotice {
  const isLead = row.kind === 'new-lead';
  const claims = { action: 'not-a-lead', userId: row.user_id, id: row.post_id ?? 0 } as const;
  const isMailed = isLead && publicUrl !== '' && channel.kind === 'email' && row.post_id !== null;
  return {
    id: String(row.id),
    event: row.key.startsWith('outage:up:') ? 'source.up' : eventNames[row.kind as EventKind],
    kind: row.kind,
    title: titleFor(row),
    text: textFor(row),
    excerpt: isLead ? cut(oneLine(row.item_body ?? ''), 400) : '',
    body: isLead ? cut(row.item_body ?? '', maxBody) : '',
    author: isLead || isForPrograms(row.kind) ? row.username || null : null,
    subreddit: row.subreddit,
    campaign: row.campaign,
    score: isLead ? scoreOf(row, now) : null,
    components: isLead ? componentsOf(row, now) : null,
    campaignId: idOf(row.campaign_id),
    leadId: idOf(row.lead_id),
    postId: idOf(row.post_id),
    replyId: /^reply-\w+:(?:\w+:)?(\d+)$/.exec(row.key)?.[1] ?? null,
    followUpId: /^follow-up-due:(\d+):/.exec(row.key)?.[1] ?? null,
    lead: leadOf(row),
    at: isoTime(row.created_at),
    appUrl: publicUrl && row.path ? `${publicUrl}${pathIn(String(row.user_id), row.path)}` : null,
    redditUrl: webAddress(row.permalink),
    notALeadUrl: isMailed ? `${publicUrl}/mail/${links.make(claims, now)}` : null,
  };
}

const counted = (count: number, one: string, many: string): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

function headlineOf(rows: readonly NoticeRow[], { pace }: MessageContext['channel']): string {
  const [first] = rows;
  const leads = rows.filter(({ kind }) => kind === 'new-lead').length;
  const prefix = pace === 'daily' ? 'Since yesterday: ' : pace === 'weekly' ? 'Last 7 days: ' : '';
  if (rows.length === 1 && first)
    return leads === 1
      ? `${prefix}${prefix ? 'a' : 'A'} new lead${first.campaign ? ` for ${oneLine(first.campaign)}` : ''}`
      : `${prefix}${oneLine(titleFor(first))}`;
  if (leads === rows.length) return `${prefix}${counted(leads, 'new lead', 'new leads')}`;
  const others = counted(rows.length - leads, 'other notification', 'other notifications');
  return leads === 0
    ? `${prefix}${counted(rows.length, 'notification', 'notifications')}`
    : `${prefix}${counted(leads, 'new lead', 'new leads')} and ${others}`;
}

function frameOf({ now, links, publicUrl, channel }: MessageContext, workspaces: readonly number[] = []) {
  const claims = { action: 'unsubscribe', userId: channel.user_id, id: channel.id } as const;
  const [only, ...others] = new Set(workspaces);
  const at = (path: string): string | null => (publicUrl === '' ? null : `${publicUrl}${path}`);
  return {
    appUrl: at(only === undefined || others.length > 0 ? '/dashboard/leads' : pathIn(String(only), '/dashboard/leads')),
    settingsUrl: at('/dashboard/settings?tab=notifications'),
    unsubscribeUrl: channel.kind === 'email' ? at(`/api/mail-links/${links.make(claims, now)}`) : null,
  };
}

/** Strongest leads first, then other notices in chronological order. `rows` must not be empty. */
export function buildMessage(
  rows: readonly NoticeRow[],
  context: MessageContext,
  { eventId, address }: Pick<Message, 'eventId' | 'address'>,
): Message {
  const notices = rows.map((row) => noticeOf(row, context)).sort((a, b) => (b.score ?? -1) - (a.score ?? -1));
  return {
    eventId,
    address,
    occasion: context.channel.pace === 'now' ? 'notices' : 'digest',
    headline: headlineOf(rows, context.channel),
    notices: notices.slice(0, maxInFull),
    more: Math.max(0, notices.length - maxInFull),
    ...frameOf(
      context,
      rows.map(({ user_id }) => user_id),
    ),
  };
}

export const buildTestMessage = (context: MessageContext, { eventId, address }: Pick<Message, 'eventId' | 'address'>): Message => ({
  eventId,
  address,
  occasion: 'test',
  headline: 'Test message from Earshot',
  notices: [],
  more: 0,
  ...frameOf(context),
});
