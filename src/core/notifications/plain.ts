import type { ChannelUpdate } from '#shared/notify.ts';
import { authorLabel, communityLabel } from '#shared/labels.ts';
import type { Texts } from '#shared/language.ts';
import { streamKinds } from '#shared/sources.ts';
import { textsIn } from '#core/platform/language.ts';
import { nextAt, timeZone } from '#shared/time-zone.ts';
import { minuteMs, dayMs } from '#shared/time.ts';
import type { Message, MessageNotice } from './channel.ts';

/** When a channel sends messages. */
export type Timing = Required<Pick<ChannelUpdate, 'pace' | 'hour' | 'weekday' | 'quiet' | 'zone'>>;

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** UTC ms of the end of the quiet hours that contain `now`, or null. */
export function quietEnd(now: number, { quiet, zone }: Pick<Timing, 'quiet' | 'zone'>): number | null {
  if (quiet === null) return null;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const minute = Math.floor((timeZone(zone).toLocal(now) % dayMs) / minuteMs);
  const inside = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  return inside ? nextAt(now, { zone, minutes: to }) : null;
}

/** When a notice created now is due: at once, after quiet hours, or with the next digest. */
export function dueAt(now: number, timing: Timing): number {
  const { pace, zone, hour, weekday } = timing;
  if (pace === 'now') return quietEnd(now, timing) ?? now;
  return nextAt(now, { zone, minutes: hour * 60, ...(pace === 'weekly' ? { weekday } : {}) });
}

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Text on a single line, without control characters and marks that change the text direction. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();

/** Text shortened to `max`, measured by `size`, without splitting a visible character. */
export function cut(text: string, max: number, size: (text: string) => number = (part) => part.length): string {
  if (size(text) <= max) return text;
  let kept = '';
  let length = size('…');
  for (const { segment } of segments.segment(text)) {
    length += size(segment);
    if (length > max) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The page of the only notice, or else the app. */
export function linkOf({ notices, appUrl }: Message): string | null {
  const [only, ...others] = notices;
  return (others.length === 0 ? (only?.appUrl ?? only?.redditUrl) : null) ?? appUrl;
}

const urgentScore = 85;
export const isUrgent = ({ notices }: Message): boolean => notices.some(({ score }) => (score ?? 0) >= urgentScore);

export const bytesOf = (text: string): number => Buffer.byteLength(text);

/** "82 · Title", or just the title when there is no score. */
export const titleOf = ({ score, title }: MessageNotice): string => oneLine(score === null ? title : `${score} · ${title}`);

/** Where the post itself is. Never a feed's own title, because links are part of marked-up text. */
function siteOf({ subreddit }: Pick<MessageNotice, 'subreddit'>): string | null {
  const { only } = streamKinds.find((kind) => kind.only !== undefined && kind.only === subreddit) ?? {};
  return only ?? (subreddit === null || communityLabel(subreddit).startsWith('r/') ? 'Reddit' : null);
}

/** Label of a link to the post itself; in plain text, with `name`, before its address. */
export function threadLabel(notice: Pick<MessageNotice, 'subreddit'>, { t }: Texts, as: 'link' | 'name' = 'link'): string {
  const site = siteOf(notice);
  if (site === null) return t('Open the page');
  return as === 'link' ? t('On {site}', { site }) : site;
}

/** "r/freelance · u/ann · Invoicing" */
export const factsOf = ({ subreddit, author, campaign }: MessageNotice): string =>
  [subreddit && communityLabel(subreddit), author && authorLabel(author), campaign].filter(Boolean).map(String).map(oneLine).join(' · ');

const partOf = (notice: MessageNotice): string =>
  [
    cut(titleOf(notice), 300),
    factsOf(notice),
    cut(oneLine(notice.text), 300),
    cut(oneLine(notice.excerpt), 280),
    notice.appUrl ?? notice.redditUrl ?? '',
  ]
    .filter(Boolean)
    .join('\n');

/** The message as plain text of at most `max`: complete notices only, then the number of those left out. */
export function plainText(message: Message, max: number, size: (text: string) => number = (part) => part.length): string {
  let text = message.headline;
  let shown = 0;
  for (const notice of message.notices) {
    const next = `${text}\n\n${partOf(notice)}`;
    if (size(next) > max - 100 - (message.appUrl?.length ?? 0)) break;
    text = next;
    shown += 1;
  }
  const left = message.notices.length - shown + message.more;
  return left > 0
    ? `${text}\n\n${[textsIn(message.language).t('and {left} more', { left }), message.appUrl].filter(Boolean).join(': ')}`
    : text;
}
