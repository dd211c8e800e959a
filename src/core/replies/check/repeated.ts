import type { CheckPoint } from '#shared/reply-check.ts';
import { type Facts, plain, span } from './facts.ts';

/** Everyone repeats shorter texts, such as thanks. */
const minTokens = 8;
/** Texts with a larger share of common word triples count as the same text with small changes. */
const nearlyAll = 0.7;

function triplesOf(text: string): Set<string> {
  const words = text.split(' ');
  return new Set(words.slice(2).map((_, index) => words.slice(index, index + 3).join(' ')));
}

/** Share (0 to 1) of the shorter text's triples that the other text has, too. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size === 0) return 0;
  return [...small].filter((triple) => large.has(triple)).length / small.size;
}

/** Reddit treats the same text in several threads as spam. */
export function repeatedPoint({ text, target, answers, own, now }: Facts): CheckPoint {
  const point = (level: CheckPoint['level'], message: string, evidence: string[] = []): CheckPoint => ({
    key: 'repeated',
    level,
    message,
    evidence,
  });
  const mine = plain(text);
  if (mine === '') return point('unknown', "You haven't written anything yet to compare");
  const sent = answers
    .filter(({ parent_fullname }) => parent_fullname !== target.fullname)
    .map(({ subreddit, text: content, permalink, created_at }) => ({ subreddit, content: plain(content), permalink, at: created_at }));
  const byHand = own.items
    .filter(({ parentFullname }) => parentFullname !== target.fullname)
    .map(({ subreddit, body, permalink, createdAt }) => ({ subreddit, content: plain(body), permalink, at: createdAt }));
  const others = [...sent, ...byHand].filter(({ content }) => content !== '');
  const isLong = mine.split(' ').length >= minTokens;
  const same = isLong ? others.find(({ content }) => content === mine) : undefined;
  if (same)
    return point('stop', `You posted this exact text in r/${same.subreddit} ${span(now - same.at)} ago. Reddit treats that as spam`, [
      same.permalink ?? '',
    ]);
  const triples = triplesOf(mine);
  const near = isLong
    ? others.find(({ content }) => content.split(' ').length >= minTokens && overlap(triples, triplesOf(content)) >= nearlyAll)
    : undefined;
  if (near)
    return point('ask', `This is almost the same as what you posted in r/${near.subreddit} ${span(now - near.at)} ago`, [
      near.permalink ?? '',
    ]);
  const sees = own.state === 'ok' || own.state === 'empty';
  return point('ok', sees ? "You haven't used this text elsewhere" : "Earshot hasn't sent this text elsewhere");
}
