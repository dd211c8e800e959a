import { isCommonWord } from '#core/text/background.ts';

/** What a campaign says about the product that its user sells. */
export interface Product {
  name: string;
  website: string;
  offering: string;
}

/** Parts of a host that name nobody's product. */
const genericLabels = new Set(
  'www app apps get try use my our the go web site shop store blog about hello com co org net gov edu'.split(' '),
);
/** Sites where anyone has a page: only the address of the page is the user's own. */
const sharedHosts = new Set(
  'github.com gitlab.com apps.apple.com play.google.com chromewebstore.google.com etsy.com amazon.com ebay.com linkedin.com facebook.com instagram.com twitter.com x.com youtube.com reddit.com medium.com notion.so gumroad.com ko-fi.com patreon.com fiverr.com upwork.com producthunt.com linktr.ee'.split(
    ' ',
  ),
);
/** Of their addresses, the part in front is the product's. */
const sharedDomains =
  /\.(?:github\.io|gitlab\.io|netlify\.app|vercel\.app|herokuapp\.com|blogspot\.com|wordpress\.com|substack\.com|notion\.site|carrd\.co|wixsite\.com|myshopify\.com|etsy\.com|pages\.dev|web\.app|fly\.dev|gumroad\.com|webflow\.io)$/;
const leastName = 4;

function hostsAndNames(website: string): string[] {
  const url = URL.parse(website);
  if (!url) return [];
  const host = url.hostname.replace(/^www\./, '').toLowerCase();
  const path = url.pathname.split('/').filter((part) => part !== '');
  if (sharedHosts.has(host)) return path.length === 0 ? [] : [`${host}/${path.slice(0, 2).join('/')}`.toLowerCase()];
  const labels = host.replace(sharedDomains, '.x').split('.').slice(0, -1);
  return [host, ...labels.filter((label) => label.length >= leastName && !genericLabels.has(label))];
}

/** "Billbird is an invoicing tool", "Billbird: invoices for freelancers". */
const introduced =
  /^\s*((?:\p{Lu}[\p{L}\p{N}-]{1,30}\s?){1,3}?)\s?(?:[:,–—]|-\s|\b(?:is|are|helps|lets|makes|gives|offers|sends|turns|keeps|saves|automates)\b)/u;
const noNames = /^(?:we|i|our|my|the|a|an|this|it|they|you|your|what|who|these|those|he|she|everything|invoicing)\b/i;
function namesOf({ name, offering }: Product): string[] {
  const [, named = ''] = introduced.exec(offering) ?? [];
  return [name, named].map((text) => text.trim()).filter((text) => text.length >= leastName && !noNames.test(text));
}

/** Hosts of the products' websites and the products' names, as people write them, each once in any case. */
export function brandsOf(products: readonly Product[]): string[] {
  const all = [...products.flatMap(({ website }) => hostsAndNames(website)), ...products.flatMap(namesOf)];
  return [...new Map(all.toReversed().map((brand) => [brand.toLowerCase(), brand])).values()].toReversed();
}

const isAddress = (brand: string): boolean => /[./]/.test(brand) && !/\s/.test(brand);
/** A name of common words, such as "Notes" or "Late invoices", is mostly no product. */
const isOrdinary = (brand: string): boolean =>
  brand.split(/[^\p{L}\p{N}]+/u).every((word) => word === '' || isCommonWord(word) || word.length < leastName);

/** Without an address or a distinctive name, seeing no mention doesn't prove that there is none. */
export const areRecognizable = (brands: readonly string[]): boolean => brands.some((brand) => isAddress(brand) || !isOrdinary(brand));

const offering =
  /\b(?:(?:i|we)(?:['’]ve|['’]m|['’]re| am| are| have)? (?:\w{1,12} ){0,2}(?:built|made|make|created?|develop(?:ed)?|launched|released|run|own|sell|offer|wrote|founded|building|making|working on)|(?:my|our) (?:\w{1,20} ){0,2}(?:app|tool|product|company|site|website|startup|project|service|software|extension|plugin)|check out|try|called|have a look at|take a look at|look at)\b/iu;
const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
const startsSentence = (before: string): boolean => /(?:^|[.!?\n"“*#>(-])\s*$/.test(before);
const sentenceAround = (text: string, at: number): string => {
  const before = text.slice(Math.max(0, at - 300), at);
  const after = text.slice(at, at + 300);
  return (before.split(/[.!?]\s|\n/).at(-1) ?? '') + (after.split(/[.!?](?:\s|$)|\n/)[0] ?? '');
};
const maxFound = 50;

/** A name of common words counts where it is capitalized within a sentence that offers something. */
function meansProduct(text: string, brand: string): boolean {
  const found = text.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}-])${escape(brand)}(?![\p{L}\p{N}-])`, 'gu'));
  return found
    .take(maxFound)
    .some(({ index }) => !startsSentence(text.slice(Math.max(0, index - 20), index)) && offering.test(sentenceAround(text, index)));
}
const ofAddress = (brand: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}-])${escape(brand)}(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])`, 'iu');
const ofName = (brand: string): RegExp => new RegExp(String.raw`(?<![\p{L}\p{N}-])${escape(brand)}(?![\p{L}\p{N}-])`, 'iu');

/** Which of the user's brands a text mentions, with or without a link. */
export function namedBrands(text: string, brands: readonly string[]): string[] {
  return brands.filter((brand) => {
    if (isAddress(brand)) return ofAddress(brand).test(text);
    return isOrdinary(brand) ? meansProduct(text, brand) : ofName(brand).test(text);
  });
}
