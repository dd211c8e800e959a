import type { Token } from '#core/text/tokens.ts';
import type { Reading } from '../reading/reading.ts';
import { type Currency, currencyOf } from './currency.ts';

/** A budget that the author mentions, with its position in the text. */
export interface Budget {
  sum: number;
  /** Null if the author names none: "my budget is 3k". */
  currency: Currency | null;
  field: 'title' | 'body';
  start: number;
  end: number;
}

const spending = new Set('budget under below max maximum spend spending afford upto less cheaper range ideally'.split(' '));
const tokensBefore = 5;
const tokensAfter = 4;

/** Amounts near a word for spending: "under $40", "my budget is 1.5k", "80 bucks max". */
export function listBudgets({ tokens, titleLength, item }: Pick<Reading, 'tokens' | 'titleLength' | 'item'>): Budget[] {
  if (!tokens.some(isNumber)) return [];
  return tokens.flatMap((token, at) => {
    const near = tokens.slice(Math.max(0, at - tokensBefore), at + tokensAfter);
    if (!isNumber(token) || !near.some(({ text }) => spending.has(text))) return [];
    const field = at < titleLength ? 'title' : 'body';
    const amount = amountAt(tokens, at, item[field]);
    return amount === null ? [] : [{ ...amount, field }];
  });
}

function isNumber({ text }: Token): boolean {
  const first = text.charCodeAt(0);
  return first > 47 && first < 58;
}

/** American for a pension, not for an amount. */
const pensionPlans = new Set(['401k', '403b']);
const whole = /^[0-9]{1,7}k?$/;

/** The amount that begins here; null for a plain number, or in the middle of an amount. */
function amountAt(tokens: readonly Token[], at: number, text: string): Omit<Budget, 'field'> | null {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!token || !whole.test(token.text) || pensionPlans.has(token.text) || (before && separatorOf(before, token, text) !== null))
    return null;
  const separator = next ? separatorOf(token, next, text) : null;
  const last = separator === null ? at : at + 1;
  const digits = separator === null ? token.text : `${token.text}${separator === '.' ? '.' : ''}${next?.text ?? ''}`;
  const inThousands = digits.endsWith('k');
  const after = tokens[last + 1];
  const end = tokens[last]?.end ?? token.end;
  const sign = currencyOf(text.charAt(token.start - 1));
  const name = after && after.start === end + 1 ? currencyOf(after.text) : null;
  const currency = sign ?? currencyOf(text.charAt(end)) ?? name;
  if (currency === null && !inThousands) return null;
  return {
    sum: inThousands ? 1000 * Number(digits.slice(0, -1)) : Number(digits),
    currency,
    start: token.start - (sign === null ? 0 : 1),
    end: name === null ? end : (after?.end ?? end),
  };
}

/** Between two parts of one number: "2,500", "1.5k", "19.99"; null if the second is another number or word. */
export function separatorOf({ text, end }: Token, next: Token, field: string): ',' | '.' | null {
  if (next.start !== end + 1 || !/^[0-9]{1,7}$/.test(text)) return null;
  const sign = field.charAt(end);
  if (sign === ',' && /^[0-9]{3}$/.test(next.text)) return sign;
  return sign === '.' && /^[0-9]{1,2}k?$/.test(next.text) ? sign : null;
}
