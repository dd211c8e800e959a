import { isCommonWord } from '#core/scoring/ordinary-terms.ts';
import { gap } from '#core/ai/drafts.ts';
import type { CheckPoint } from '#shared/reply-check.ts';
import type { Facts } from './facts.ts';

const amount = /(?:[$€£¥]\s?)?\d[\d.,]{0,15}(?:\s?(?:%|[$€£¥]|k\b|(?:percent|dollars|euros|pounds|usd|eur|gbp)\b))?/giu;
const link =
  /\bhttps?:\/\/[^\s<>()\][]{1,500}|\bwww\.[^\s<>()\][]{1,500}|\b(?:[\w-]{1,63}\.){1,4}(?:com|io|app|co|net|org|dev|ai|de|uk|eu)\b/giu;
const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]{0,40}/gu;
const sentenceEnd = /(?:^|[.!?:\n"“”*_#>(-])\s*$/u;

const linkKey = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/.,;:!?]+$/, '');
/** "1,200.50" and "1200.5" are the same. */
const numberKey = (text: string): string => {
  const digits = text.replaceAll(/[^\d.,]/g, '').replace(/[.,]+$/, '');
  const isThousands = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits);
  return String(Number(isThousands ? digits.replaceAll(/[.,]/g, '') : digits.replaceAll(',', '.').replaceAll(/\.(?=.*\.)/g, '')));
};

/** "2 or 3 days" is a manner of speaking; "$3" and "3%" aren't. */
const isExact = (text: string): boolean => /[^\d\s.,]/.test(text) || text.replaceAll(/\D/g, '').length > 1;

function namesIn(text: string): string[] {
  const words = [...text.matchAll(word)].map(({ 0: found, index }) => ({
    found,
    isFirst: sentenceEnd.test(text.slice(Math.max(0, index - 4), index)),
  }));
  const inside = words.filter(({ isFirst }) => !isFirst);
  const capitals = inside.filter(({ found }) => /^\p{Lu}[\p{L}\p{N}'’-]{2,}/u.test(found));
  // German, or a text in capitals: they don't mark names.
  if (capitals.length > 4 && capitals.length > inside.length / 5) return [];
  return capitals.flatMap(({ found }) => {
    const name = found.replace(/['’]s$/u, '');
    return isCommonWord(name) || /^\p{Lu}{2,4}s?$/u.test(name) ? [] : [name];
  });
}

const most = 5;

/** Numbers, prices, links, and names of a text that the known texts don't have, as they are written. */
export function unknownClaims(text: string, known: string): string[] {
  const links = text.match(link) ?? [];
  const rest = links.reduce((left, found) => left.replace(found, ' '), text);
  const plainKnown = known.toLowerCase();
  const numbers = new Set((known.match(amount) ?? []).map(numberKey));
  const claims = [
    ...(rest.match(amount) ?? []).map((found) => found.trim()).filter((found) => isExact(found) && !numbers.has(numberKey(found))),
    ...links.filter((found) => !plainKnown.includes(linkKey(found))),
    ...namesIn(rest).filter((name) => !plainKnown.includes(name.toLowerCase())),
  ];
  return [...new Set(claims.map((claim) => claim.replace(/[.,]+$/, '')))].slice(0, most);
}

/** A reply must not state what nobody said: a person looks at everything that isn't in the facts, the offering, or the post. */
export function factsPoint({ text, post, campaign, brands }: Pick<Facts, 'text' | 'post' | 'campaign' | 'brands'>): CheckPoint | null {
  if (text.trim() === '') return null;
  const { name, facts, offering, description, websiteUrl, idealCustomer, painPoints } = campaign;
  const said = [
    post.title,
    post.body,
    post.subreddit,
    post.author ?? '',
    ...post.thread.map(({ body, author }) => `${body} ${author ?? ''}`),
  ];
  const claims = unknownClaims(
    text,
    [name, facts, offering, description, websiteUrl, idealCustomer, ...painPoints, ...brands, ...said].join('\n'),
  );
  if (claims.length === 0)
    return { key: 'facts', level: 'ok', message: 'Every number, link, and name is in your facts, your offer, or the post', evidence: [] };
  return {
    key: 'facts',
    level: 'ask',
    message: `Not in your facts, your offer, or the post: ${claims.join(', ')}. Check that it's true`,
    evidence: claims,
  };
}

/** A gap left to fill in; null if there is none. */
export function placeholderPoint({ text }: Pick<Facts, 'text'>): CheckPoint | null {
  const [found] = gap.exec(text) ?? [];
  if (found === undefined) return null;
  return { key: 'placeholder', level: 'stop', message: `Fill in or delete ${found} before posting`, evidence: [] };
}
