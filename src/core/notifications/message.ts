import { pathIn } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type EventKind, eventNames, isForPrograms, type StoredKind } from '#shared/notify.ts';
import type { Language, Texts } from '#shared/language.ts';
import type { Components } from '#shared/scoring.ts';
import { textsIn } from '#core/platform/language.ts';
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

/** What a notice says in the language of who gets it. A reply of an admin is in their own words. */
function saidBy(row: NoticeRow, { sent, reason, t }: Texts): { title: string; text: string } {
  const isLead = row.kind === 'new-lead';
  const title = isLead && (row.item_title || row.item_body) ? titleFor(row) : sent(titleFor(row));
  if (!isLead) return { title, text: row.kind === 'feedback-answered' ? row.text : sent(row.text) };
  const why = reason(row.reason ?? '');
  return { title, text: row.unconfirmed === 1 ? [t('Not yet confirmed by the AI model.'), why].join(' ').trim() : why };
}

export interface MessageContext {
  now: number;
  language: Language | undefined;
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

function noticeOf(row: NoticeRow, { now, language, links, publicUrl, channel }: MessageContext): MessageNotice {
  const isLead = row.kind === 'new-lead';
  const claims = { action: 'not-a-lead', userId: row.user_id, id: row.post_id ?? 0 } as const;
  const isMailed = isLead && publicUrl !== '' && channel.kind === 'email' && row.post_id !== null;
  return {
    id: String(row.id),
    event: row.key.startsWith('outage:up:') ? 'source.up' : eventNames[row.kind as EventKind],
    kind: row.kind,
    ...saidBy(row, textsIn(language)),
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

function summaryOf(rows: readonly NoticeRow[], texts: Texts): string {
  const { t } = texts;
  const leads = rows.filter(({ kind }) => kind === 'new-lead').length;
  const others = rows.length - leads;
  const leadsText = t('{count, plural, one {# new lead} other {# new leads}}', { count: leads });
  if (others === 0) return leadsText;
  if (leads === 0) return t('{count, plural, one {# notification} other {# notifications}}', { count: others });
  const othersText = t('{count, plural, one {# other notification} other {# other notifications}}', { count: others });
  return t('{leads} and {others}', { leads: leadsText, others: othersText });
}

function headlineOf(rows: readonly NoticeRow[], { channel: { pace }, language }: MessageContext): string {
  const texts = textsIn(language);
  const { t } = texts;
  const [first] = rows;
  const only = rows.length === 1 ? first : undefined;
  const campaign = oneLine(only?.campaign ?? '');
  const isLead = only?.kind === 'new-lead';
  if (pace === 'now' && isLead) return campaign ? t('A new lead for {campaign}', { campaign }) : t('A new lead');
  const what = !only
    ? summaryOf(rows, texts)
    : !isLead
      ? oneLine(saidBy(only, texts).title)
      : campaign
        ? t('a new lead for {campaign}', { campaign })
        : t('a new lead');
  return pace === 'now' ? what : pace === 'daily' ? t('Since yesterday: {what}', { what }) : t('Last 7 days: {what}', { what });
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
    language: context.language,
    address,
    occasion: context.channel.pace === 'now' ? 'notices' : 'digest',
    headline: headlineOf(rows, context),
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
  language: context.language,
  address,
  occasion: 'test',
  headline: textsIn(context.language).t('Test message from Earshot'),
  notices: [],
  more: 0,
  ...frameOf(context),
});
