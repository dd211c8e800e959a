import type { Token } from '#core/text/tokens.ts';
import type { ScoringCampaign } from '../profile.ts';
import type { Reading } from './reading.ts';

/** Currencies that share a sign are one, because authors rarely say which dollar they mean. */
type Currency = 'dollar' | 'euro' | 'pound' | 'franc' | 'rupee' | 'other';

const signs = '$€£₹';
const names: Readonly<Record<Exclude<Currency, 'other'>, string>> = {
  dollar: '$ dollar dollars buck bucks usd cad aud nzd',
  euro: '€ eur euro euros',
  pound: '£ pound pounds quid gbp',
  franc: 'chf francs',
  rupee: '₹ inr rupee rupees',
};
const currencies: ReadonlyMap<string, Currency> = new Map(
  (Object.keys(names) as (keyof typeof names)[]).flatMap((currency) => names[currency].split(' ').map((name) => [name, currency] as const)),
);
/** The currency of a sign, a word, or an ISO code; null if it is none. */
const currencyOf = (text: string): Currency | null => currencies.get(text.toLowerCase()) ?? null;

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
  return tokens.flatMap((token, at) => {
    if (!isNumber(token)) return [];
    const near = tokens.slice(Math.max(0, at - tokensBefore), at + tokensAfter);
    if (!near.some(({ text }) => spending.has(text))) return [];
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

/** What an offering costs at least. */
export interface Amounts {
  /** Null: no limit. */
  least: number | null;
  currency: Currency | null;
}

/** How far a budget may be below the prices before it counts against the fit. */
const farBelow = 0.5;

/**
 * Whether every budget that the author mentions is far below the offering's prices; one above them buys it. Exchange rates change, so
 * a budget in another currency says nothing; one without a currency ("my budget is 3k") is taken as the offering's.
 */
export function isOutOfRange(prices: Amounts | null, budgets: readonly Pick<Budget, 'sum' | 'currency'>[]): boolean {
  if (!prices || budgets.length === 0) return false;
  const { least, currency: own } = prices;
  const isOwn = (currency: Currency | null): boolean => own === null || currency === null || currency === own;
  return budgets.every(({ sum, currency }) => isOwn(currency) && least !== null && sum < farBelow * least);
}

const unit = String.raw`dollars|euros|pounds|usd|eur|gbp`;
const amount = '([0-9][0-9,]{0,8})';
const range = new RegExp(`${amount} (?:to|and|-) ${amount} (${unit})`, 'i');
const single = new RegExp(`([${signs}]) ?${amount}|${amount} ?(${unit}|[${signs}])`, 'i');

/** From the campaign's price range, or from its offering's text: "from 450 to 2,500 dollars". */
export function pricesOf({ priceRange, offering }: Pick<ScoringCampaign, 'priceRange' | 'offering'>): Amounts | null {
  if (priceRange) return { least: priceRange.min, currency: currencyOf(priceRange.currency) ?? 'other' };
  const [, low, , rangeUnit] = range.exec(offering) ?? [];
  const [, sign, afterSign, beforeUnit, singleUnit] = single.exec(offering) ?? [];
  const sum = low ?? afterSign ?? beforeUnit;
  if (sum === undefined) return null;
  return { least: Number(sum.replaceAll(',', '')), currency: currencyOf(rangeUnit ?? sign ?? singleUnit ?? '') };
}
