import type { CampaignInput, PriceRange } from '#shared/campaigns.ts';

const currencies: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', usd: 'USD', eur: 'EUR', gbp: 'GBP', chf: 'CHF' };
const symbol = String.raw`[$€£]|\b(?:usd|eur|gbp|chf)\b`;
const amount = new RegExp(
  String.raw`(${symbol})\s?(\d{1,3}(?:[,.]\d{3})+|\d+(?:[.,]\d{1,2})?)(k\b)?|(\d{1,3}(?:[,.]\d{3})+|\d+(?:[.,]\d{1,2})?)(k\b)?\s?(${symbol})`,
  'giu',
);
const maxAmounts = 20;

const numberOf = (text: string): number => Number(/[.,]\d{3}(?:\D|$)/.test(text) ? text.replaceAll(/[.,]/g, '') : text.replace(',', '.'));

/** The lowest and highest price in a text; null if there is none or they differ in currency. */
export function priceRangeIn(text: string): PriceRange | null {
  const found = [...text.matchAll(amount)].slice(0, maxAmounts).map(([, before, first, thousands, second, more, after]) => ({
    currency: currencies[(before ?? after ?? '').toLowerCase()] ?? '',
    value: numberOf(first ?? second ?? '') * ((thousands ?? more) ? 1000 : 1),
  }));
  const values = found.map(({ value }) => value).filter(Number.isFinite);
  const currency = found[0]?.currency ?? '';
  if (values.length === 0 || currency === '' || found.some((each) => each.currency !== currency)) return null;
  const [min, max] = [Math.min(...values), Math.max(...values)];
  if (min !== max) return { min, max, currency };
  return /\b(?:from|starting at|starts at|ab|desde|dès|à partir|vanaf)\b/iu.test(text)
    ? { min, max: null, currency }
    : { min: null, max, currency };
}

const locationName = String.raw`(\p{Lu}[\p{L}'’-]+(?:[ -]\p{Lu}[\p{L}'’-]+){0,2}(?:,\s\p{Lu}[\p{L}]+)?)`;
const located = new RegExp(String.raw`\b(?:in|around|near|across|throughout|based in|serving)\s+(?:the\s+)?${locationName}`, 'gu');
const notLocations =
  /^(?:I|We|Our|The|January|February|March|April|May|June|July|August|September|October|November|December|English|German|French|Spanish|Excel|Word|Python|JavaScript)\b/;
const maxRegions = 3;

const notIncluded =
  /\b(?:we (?:do not|don['’]t|cannot|can['’]t) (?:do|offer|sell|provide|handle|repair|cover|include)|not included:?|excluding|no)\s+([^.,;:!?\n]{3,60})/giu;
const maxExclusions = 4;

const unique = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => text.trim()))];

/** Regions, prices, and exclusions stated explicitly in a text. */
export function limitsIn(text: string): Pick<CampaignInput, 'exclusions' | 'regions' | 'priceRange'> {
  const start = text.slice(0, 5000);
  const regions = [...start.matchAll(located)].flatMap(([, name = '']) => (notLocations.test(name) ? [] : [name]));
  const exclusions = [...start.matchAll(notIncluded)].flatMap(([whole, thing = '']) => (/^no\b/i.test(whole) ? [] : [thing]));
  return {
    regions: unique(regions).slice(0, maxRegions),
    exclusions: unique(exclusions).slice(0, maxExclusions),
    priceRange: priceRangeIn(start),
  };
}
