import { AppError } from '#core/platform/errors.ts';
import { readBackground } from '#core/scoring/background.ts';
import { stemOf } from '#core/scoring/text/stem.ts';

/** Products whose name is a word that everybody uses, and that talk about other things is full of. */
const everyday = new Set(
  'notion linear slack buffer monday wave square front later drift close copper bench zoom teams meet pipe canvas craft bear things mint chime ramp toast clover shift loom stripe bonsai mural fathom attio signal discord outreach apollo lemlist reply hunter clay instantly intercom segment heap rippling gusto pilot puzzle mercury brex airtable coda height motion sunrise spark superhuman arc sketch framer webflow ghost medium patch plain crisp help olark pulse sprout harvest toggl timely everhour'.split(
    ' ',
  ),
);
const known = new Set('airtable webflow toggl everhour superhuman lemlist attio'.split(' '));
/** Documents of the background table that hold a word; more, and the word is in everybody's mouth. */
const manyDocuments = 25;
let common: Set<string> | null = null;

function commonStems(): Set<string> {
  if (common) return common;
  const { stems, frequencies } = readBackground();
  common = new Set(stems.filter((_, index) => (frequencies[index] ?? 0) >= manyDocuments));
  return common;
}

/** One word that also means something else, so that it alone says nothing. */
export function isAmbiguous(name: string): boolean {
  const word = name.trim().toLowerCase();
  if (/[^\p{L}]/u.test(word) || known.has(word)) return false;
  return everyday.has(word) || commonStems().has(stemOf(word));
}

interface Named {
  name: string;
  aliases: readonly string[];
  keywords: readonly string[];
  website: string;
}

/** Throws `invalid` with its path for a name that would find everything. */
export function requireFindable({ name, aliases, keywords }: Named): void {
  if (keywords.length > 0) return;
  const vague = [name, ...aliases].find(isAmbiguous);
  if (vague === undefined) return;
  const message = `“${vague}” is also an everyday word. Add words of which one must stand in the text too, such as what kind of product it is.`;
  throw new AppError('invalid', message, { details: [{ path: 'keywords', message }] });
}

const quoted = (text: string): string => `"${text.replaceAll(/["“”„]/g, ' ').trim()}"`;
const anyOf = (texts: readonly string[]): string => `(${texts.map(quoted).join(' OR ')})`;

export function hostOfSite(website: string): string | null {
  if (!URL.canParse(website)) return null;
  return new URL(website).hostname.replace(/^www\./, '');
}

/** As rules of campaigns, so that names run in the same automaton; any of them is a mention. */
export function rulesOf({ name, aliases, keywords, website }: Named): { text: string }[] {
  const host = hostOfSite(website);
  const names = anyOf([name, ...aliases]);
  const rules = [keywords.length === 0 ? names : `${names} ${anyOf(keywords)}`];
  if (host?.includes('.')) rules.push(quoted(host), `site:${host}`);
  return rules.map((text) => ({ text }));
}
