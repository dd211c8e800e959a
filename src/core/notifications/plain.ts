import type { Letter, LetterNotice } from './channel.ts';

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** One line without control characters, and without the marks that turn the direction of what follows. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();

/** At most so long, measured by `size`; never cut inside of what people see as one character. */
export function cut(text: string, most: number, size: (text: string) => number = (part) => part.length): string {
  if (size(text) <= most) return text;
  let kept = '';
  let length = size('…');
  for (const { segment } of segments.segment(text)) {
    length += size(segment);
    if (length > most) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

export const bytesOf = (text: string): number => Buffer.byteLength(text);

/** "82 · Title", without a figure where there is none. */
export const titleOf = ({ score, title }: LetterNotice): string => oneLine(score === null ? title : `${score} · ${title}`);

/** "r/freelance · u/ann · Invoicing" */
export const factsOf = ({ subreddit, author, campaign }: LetterNotice): string =>
  [subreddit && `r/${subreddit}`, author && `u/${author}`, campaign].filter(Boolean).map(String).map(oneLine).join(' · ');

const partOf = (notice: LetterNotice): string =>
  [
    cut(titleOf(notice), 300),
    factsOf(notice),
    cut(oneLine(notice.text), 300),
    cut(oneLine(notice.excerpt), 280),
    notice.appUrl ?? notice.redditUrl ?? '',
  ]
    .filter(Boolean)
    .join('\n');

/** The letter as plain text of at most `most`: whole notices, and the number of those that found no place. */
export function plainText(letter: Letter, most: number, size: (text: string) => number = (part) => part.length): string {
  let text = letter.headline;
  let told = 0;
  for (const notice of letter.notices) {
    const next = `${text}\n\n${partOf(notice)}`;
    if (size(next) > most - 100 - (letter.appUrl?.length ?? 0)) break;
    text = next;
    told += 1;
  }
  const left = letter.notices.length - told + letter.more;
  return left > 0 ? `${text}\n\n${[`and ${left} more`, letter.appUrl].filter(Boolean).join(': ')}` : text;
}
