import type { ScoringCampaign } from '../profile.ts';
import type { Token } from '../reading/parts.ts';
import type { Reading } from '../reading/reading.ts';

/** Lowest and highest amount; null means no limit. */
export interface Amounts {
  least: number | null;
  most: number | null;
}

/** What the offering costs: from the campaign's price range, or from its offering's text ("from 450 to 2,500 dollars"). */
export function pricesOf({ priceRange, offering }: Pick<ScoringCampaign, 'priceRange' | 'offering'>): Amounts | null {
  if (priceRange) return { least: priceRange.min, most: priceRange.max };
  const told = sumsIn(offering);
  if (told.length === 0) return null;
  return { least: Math.min(...told), most: told.length > 1 ? Math.max(...told) : null };
}

/** How far a budget may be outside the prices before it counts against the fit. */
const farBelow = 0.5;
const farAbove = 3;

/** Whether every budget that the author mentions is far outside the offering's prices. */
export function isOutOfRange(prices: Amounts | null, budgets: readonly number[]): boolean {
  if (!prices || budgets.length === 0) return false;
  const { least, most } = prices;
  return budgets.every((sum) => (least !== null && sum < farBelow * least) || (most !== null && sum > farAbove * most));
}

const spending = new Set('budget under below max maximum spend spending afford upto less cheaper range ideally'.split(' '));
const tokensBefore = 5;

/** A budget that the author mentions, with its position in the text. */
interface Budget {
  sum: number;
  field: 'title' | 'body';
  start: number;
  end: number;
}

/** Amounts near a word for spending: "under $40", "my budget is 3k", "200 dollars max". */
export function budgetStreams({ tokens, titleLength, item }: Pick<Reading, 'tokens' | 'titleLength' | 'item'>): Budget[] {
  if (!tokens.some(isNumber)) return [];
  return tokens.flatMap((token, at) => {
    const field = at < titleLength ? 'title' : 'body';
    const sum = sumAt(tokens, at, item[field]);
    const near = tokens.slice(Math.max(0, at - tokensBefore), at + 4);
    if (sum === null || !near.some(({ text }) => spending.has(text))) return [];
    const signed = signs.has(item[field].charAt(token.start - 1));
    return [{ sum, field, start: token.start - (signed ? 1 : 0), end: endOfSum(tokens, at, item[field]) }];
  });
}

/** Index of the last token, including thousands after a comma and the currency's name. */
function endOfSum(tokens: readonly Token[], at: number, field: string): number {
  const last = isThousands(tokens, at, field) ? at + 1 : at;
  const after = tokens[last + 1];
  return after && currencies.has(after.text) ? after.end : (tokens[last]?.end ?? 0);
}

function isThousands(tokens: readonly Token[], at: number, field: string): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  return token !== undefined && next?.start === token.end + 1 && field.charAt(token.end) === ',' && /^[0-9]{3}$/.test(next.text);
}

const currencies = new Set('dollar dollars bucks usd eur euro euros pound pounds gbp'.split(' '));
const signs = new Set(['$', '€', '£']);
const number = /^[0-9]{1,7}k?$/;

function isNumber({ text }: Token): boolean {
  const first = text.charCodeAt(0);
  return first > 47 && first < 58;
}

function sumAt(tokens: readonly Token[], at: number, field: string): number | null {
  const token = tokens[at];
  if (!token || !isNumber(token) || !number.test(token.text)) return null;
  const next = tokens[at + 1];
  const goesOn = isThousands(tokens, at, field);
  const after = tokens[goesOn ? at + 2 : at + 1]?.text ?? '';
  const signed = signs.has(field.charAt(token.start - 1)) || signs.has(field.charAt(token.end));
  if (!signed && !currencies.has(after) && !token.text.endsWith('k')) return null;
  if (goesOn) return Number(token.text + (next?.text ?? ''));
  return token.text.endsWith('k') ? 1000 * Number(token.text.slice(0, -1)) : Number(token.text);
}

/** Amounts in a campaign's own text; "from 450 to 2,500 dollars" contains two. */
function sumsIn(text: string): number[] {
  const range = /([0-9][0-9,]{0,8}) (?:to|and|-) ([0-9][0-9,]{0,8}) (?:dollars|euros|pounds|usd|eur)/i.exec(text);
  const single = /[$€£] ?([0-9][0-9,]{0,8})|([0-9][0-9,]{0,8}) ?(?:dollars|euros|pounds|usd|eur|[$€£])/i.exec(text);
  const found = range ? [range[1], range[2]] : [single?.[1] ?? single?.[2]];
  return found.flatMap((sum) => (sum === undefined ? [] : [Number(sum.replaceAll(',', ''))]));
}
