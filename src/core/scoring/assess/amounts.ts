import type { ScoringCampaign } from '../profile.ts';
import type { Budget } from './budgets.ts';
import { type Currency, currencyOf, currencyOfCode, signs } from './currency.ts';

/** Lowest and highest amount; null means no limit. */
export interface Amounts {
  least: number | null;
  most: number | null;
  currency: Currency | null;
}

/** What the offering costs: from the campaign's price range, or from its offering's text ("from 450 to 2,500 dollars"). */
export function pricesOf({ priceRange, offering }: Pick<ScoringCampaign, 'priceRange' | 'offering'>): Amounts | null {
  if (priceRange) return { least: priceRange.min, most: priceRange.max, currency: currencyOfCode(priceRange.currency) };
  const { sums, currency } = sumsIn(offering);
  if (sums.length === 0) return null;
  return { least: Math.min(...sums), most: sums.length > 1 ? Math.max(...sums) : null, currency };
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

/** Amounts in a campaign's own text; "from 450 to 2,500 dollars" contains two. */
function sumsIn(text: string): { sums: number[]; currency: Currency | null } {
  const [, low, high, rangeUnit] = range.exec(text) ?? [];
  const [, sign, afterSign, beforeUnit, singleUnit] = single.exec(text) ?? [];
  const found = low === undefined ? [afterSign ?? beforeUnit] : [low, high];
  const sums = found.flatMap((sum) => (sum === undefined ? [] : [Number(sum.replaceAll(',', ''))]));
  return { sums, currency: currencyOf(rangeUnit ?? sign ?? singleUnit ?? '') };
}
