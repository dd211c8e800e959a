import type { InboxKind } from '#shared/notify.ts';
import { confidenceAt } from '#core/scoring/confidence.ts';
import type { ChannelRow } from './channel-queries.ts';
import type { Letter, LetterNotice } from './channel.ts';
import type { Links } from './links.ts';
import type { NoticeRow } from './notice-queries.ts';
import { cut, oneLine } from './plain.ts';

/** Told in full; more are notified of by number. */
export const maxInFull = 50;

/** For what has no words of its own, or has lost them. */
export const wordsOf: Record<InboxKind, string> = {
  'new-lead': 'A new lead',
  'reply-answered': 'Somebody answered you',
  'reply-removed': 'A reply of yours was removed',
  'campaign-failing': 'A campaign hears nothing',
  health: 'Your Reddit account needs a look',
  opportunity: 'Somebody looks for an alternative',
  reconnect: 'Connect your Reddit account again',
  'channel-paused': 'A way to tell you is paused',
};

export const isGone = ({ kind, item_gone, post_id }: NoticeRow): boolean => kind === 'new-lead' && (item_gone !== null || post_id === null);

export function scoreOf({ static_points, recency_points, cap, basis_at }: NoticeRow, now: number): number | null {
  if (static_points === null || recency_points === null || cap === null || basis_at === null) return null;
  return confidenceAt({ staticPoints: static_points, recencyPoints: recency_points, cap }, basis_at, now);
}

/** The title of the conversation for leads, else our words. */
export const titleFor = ({ kind, title, item_title, item_body }: NoticeRow): string =>
  kind === 'new-lead' ? item_title || cut(oneLine(item_body ?? ''), 120) || wordsOf[kind] : title || wordsOf[kind];

/** Why a lead fits, and whether the model has yet to confirm it; of others, our text. */
export const textFor = ({ kind, text, reason, unconfirmed }: NoticeRow): string =>
  kind === 'new-lead' ? `${unconfirmed === 1 ? 'Unconfirmed by the model. ' : ''}${reason ?? ''}`.trim() : text;

export interface Ground {
  now: number;
  links: Links;
  /** Without a slash at the end; empty while the operator has set none. */
  publicUrl: string;
  channel: Pick<ChannelRow, 'id' | 'user_id' | 'kind' | 'pace'>;
}

/** What was brought by hand may hold any address. */
function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

function noticeOf(row: NoticeRow, { now, links, publicUrl, channel }: Ground): LetterNotice {
  const isLead = row.kind === 'new-lead';
  const claims = { action: 'not-a-lead', userId: row.user_id, id: row.post_id ?? 0 } as const;
  const isMailed = isLead && publicUrl !== '' && channel.kind === 'email' && row.post_id !== null;
  return {
    id: String(row.id),
    kind: row.kind,
    title: titleFor(row),
    text: textFor(row),
    excerpt: isLead ? cut(oneLine(row.item_body ?? ''), 400) : '',
    author: isLead ? row.username || null : null,
    subreddit: row.subreddit,
    campaign: row.campaign,
    score: isLead ? scoreOf(row, now) : null,
    at: new Date(row.created_at).toISOString(),
    appUrl: publicUrl && row.path ? `${publicUrl}${row.path}` : null,
    redditUrl: webAddress(row.permalink),
    notALeadUrl: isMailed ? `${publicUrl}/mail/${links.make(claims, now)}` : null,
  };
}

const counted = (count: number, one: string, many: string): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

function headlineOf(rows: readonly NoticeRow[], { pace }: Ground['channel']): string {
  const [first] = rows;
  const leads = rows.filter(({ kind }) => kind === 'new-lead').length;
  const prefix = pace === 'daily' ? 'Since yesterday: ' : pace === 'weekly' ? 'Last 7 days: ' : '';
  if (rows.length === 1 && first)
    return leads === 1
      ? `${prefix}${prefix ? 'a' : 'A'} new lead${first.campaign ? ` for ${oneLine(first.campaign)}` : ''}`
      : `${prefix}${oneLine(titleFor(first))}`;
  if (leads === rows.length) return `${prefix}${counted(leads, 'new lead', 'new leads')}`;
  const others = counted(rows.length - leads, 'other notice', 'other notices');
  return leads === 0
    ? `${prefix}${counted(rows.length, 'notice', 'notices')}`
    : `${prefix}${counted(leads, 'new lead', 'new leads')} and ${others}`;
}

function frameOf({ now, links, publicUrl, channel }: Ground) {
  const claims = { action: 'unsubscribe', userId: channel.user_id, id: channel.id } as const;
  const at = (path: string): string | null => (publicUrl === '' ? null : `${publicUrl}${path}`);
  return {
    appUrl: at('/dashboard/leads'),
    settingsUrl: at('/dashboard/settings?tab=notifications'),
    unsubscribeUrl: channel.kind === 'email' ? at(`/api/mail-links/${links.make(claims, now)}`) : null,
  };
}

/** The strongest leads first, then the rest as it happened. `rows` holds at least one. */
export function letterOf(rows: readonly NoticeRow[], ground: Ground, { eventId, address }: Pick<Letter, 'eventId' | 'address'>): Letter {
  const notices = rows.map((row) => noticeOf(row, ground)).sort((a, b) => (b.score ?? -1) - (a.score ?? -1));
  return {
    eventId,
    address,
    occasion: ground.channel.pace === 'now' ? 'notices' : 'digest',
    headline: headlineOf(rows, ground.channel),
    notices: notices.slice(0, maxInFull),
    more: Math.max(0, notices.length - maxInFull),
    ...frameOf(ground),
  };
}

export const testLetter = (ground: Ground, { eventId, address }: Pick<Letter, 'eventId' | 'address'>): Letter => ({
  eventId,
  address,
  occasion: 'test',
  headline: 'Earshot can reach you here',
  notices: [],
  more: 0,
  ...frameOf(ground),
});
