import { readBackground } from './background.ts';
import { stemOf } from '#core/text/stems.ts';

/** Products whose name is also a common English word. */
const everyday = new Set(
  'notion linear slack buffer monday wave square front later drift close copper bench zoom teams meet pipe canvas craft bear things mint chime ramp toast clover shift loom stripe bonsai mural fathom attio signal discord outreach apollo lemlist reply hunter clay instantly intercom segment heap rippling gusto pilot puzzle mercury brex airtable coda height motion sunrise spark superhuman arc sketch framer webflow ghost medium patch plain crisp help olark pulse sprout harvest toggl timely everhour'.split(
    ' ',
  ),
);
/** Product names so frequent that word counts take them for common words. */
const onlyNames = new Set(
  'adobe airtable amazon android attio craigslist dropbox ebay etsy everhour facebook fiverr github gmail godaddy google instagram iphone kickstarter lemlist linkedin microsoft netflix paypal photoshop pinterest quickbooks reddit samsung skype superhuman toggl tumblr twitter walmart webflow wordpress youtube'.split(
    ' ',
  ),
);
/** Words in more documents of the background table than this are common words. */
const manyDocuments = 25;
let common: Set<string> | null = null;

function commonStems(): Set<string> {
  if (common) return common;
  const { stems, frequencies } = readBackground();
  common = new Set(stems.filter((_, index) => (frequencies[index] ?? 0) >= manyDocuments));
  return common;
}

/** Whether a word is in common use and isn't known only as a product name. */
export function isOrdinaryWord(text: string): boolean {
  const word = text.trim().toLowerCase();
  return !/[^\p{L}]/u.test(word) && !onlyNames.has(word) && !everyday.has(word) && commonStems().has(stemOf(word));
}

/** Whether the name also has another meaning, so that its presence in a text doesn't prove a mention. */
export const isCommonWord = (name: string): boolean => everyday.has(name.trim().toLowerCase()) || isOrdinaryWord(name);
