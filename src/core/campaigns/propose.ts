import { type CampaignInput, campaignInputSchema, type Proposal, type Rule } from '#shared/campaigns.ts';
import { suggestSubreddits } from '../catalogue/catalogue.ts';
import { AppError } from '../errors.ts';
import { parseRule } from '../scoring/rules/parse.ts';
import type { PageText } from './page-text.ts';
import { type Term, termsOf } from './terms.ts';

interface ProposeRequest {
  mode: 'basic' | 'website' | 'smart';
  description?: string | undefined;
  websiteUrl?: string | undefined;
}
interface Deps {
  /** Reads a page through the guarded client; null where this instance has none. */
  readPage: ((url: string) => Promise<PageText>) | null;
}

const seeking = '(recommend* OR "looking for" OR alternative* OR suggest* OR "what do you use" OR need)';
const suffering = '(struggl* OR frustrat* OR "tired of" OR "sick of" OR hate OR problem* OR annoying)';
const comparing = '(vs OR versus OR better OR switch* OR compar*)';
const placesProposed = 12;
const termsUsed = 6;

const quoted = (term: string): string => (term.includes(' ') ? `"${term}"` : term);

function rulesFrom(terms: readonly Term[]): { rule: Rule; why: string }[] {
  const pairs = terms.filter(({ text }) => text.includes(' ')).slice(0, 2);
  const words = terms.filter(({ text }) => !text.includes(' ')).slice(0, 4);
  const used = [...pairs, ...words].slice(0, termsUsed).map(({ text }) => text);
  if (used.length === 0) return [];
  const any = used.length === 1 ? quoted(used[0] ?? '') : `(${used.map(quoted).join(' OR ')})`;
  const proposed = [
    { rule: { text: `${any} ${seeking}` }, why: 'People who ask for something like it' },
    { rule: { text: `${any} ${suffering}` }, why: 'People who complain about doing without it' },
    { rule: { text: `${any} ${comparing}` }, why: 'People who compare what there is' },
  ];
  return proposed.filter(({ rule }) => rule.text.length <= 500 && parseRule(rule.text).ok);
}

/** "for freelancers and tiny studios" → who it is for. */
function customerIn(text: string): string {
  const found = /\b(?:for|helps?|used by)\s+((?:[\p{L}'’-]+[ ,]*){1,8})/iu.exec(text.slice(0, 2000));
  const words =
    found?.[1]
      ?.split(/\b(?:who|that|to|which|with|by|from|in|so)\b/iu)[0]
      ?.trim()
      .replace(/,$/, '') ?? '';
  return words.length > 3 ? words : '';
}

function painsIn(text: string): string[] {
  const found = text.slice(0, 5000).matchAll(/\b(?:without|no more|instead of|tired of|stop|avoid|never)\s+((?:[\p{L}'’-]+ ?){1,6})/giu);
  return [...new Set([...found].flatMap(([, pain]) => pain?.trim() || []))].slice(0, 5);
}

function nameFrom(text: string, terms: readonly Term[]): string {
  const first = text.split(/[.!?\n]/)[0]?.trim() ?? '';
  if (first.length > 0 && first.length <= 60) return first;
  return (
    terms
      .slice(0, 2)
      .map(({ text: term }) => term)
      .join(', ') || `${first.slice(0, 59).toWellFormed()}…`
  );
}

interface Material {
  mode: CampaignInput['mode'];
  text: string;
  name: string;
  websiteUrl: string;
}

function proposalFrom({ mode, text, name, websiteUrl }: Material): Proposal {
  const terms = termsOf(text, 20);
  const rules = rulesFrom(terms);
  const places = suggestSubreddits(
    terms.map(({ text: term }) => term),
    placesProposed,
  );
  const customer = customerIn(text);
  const pains = painsIn(text);
  const draft = campaignInputSchema.parse({
    name: (name || nameFrom(text, terms)).slice(0, 120),
    mode,
    description: text.slice(0, 5e3),
    offering: text.slice(0, 5e3),
    websiteUrl,
    idealCustomer: customer,
    painPoints: pains,
    rules: rules.map(({ rule }) => rule),
    subreddits: places.map((place) => place.name),
    searchEverywhere: places.length === 0,
  });
  const reasons = [
    { part: 'offering', why: mode === 'website' ? 'What the page says of itself' : 'Your own words' },
    ...(customer === '' ? [] : [{ part: 'idealCustomer', why: 'Whom your text says it is for' }]),
    ...pains.map((pain, index) => ({ part: `painPoints.${index}`, why: `Your text says what it spares people: “${pain}”` })),
    ...rules.map(({ why }, index) => ({ part: `rules.${index}`, why })),
    ...places.map(({ why, about }, index) => ({ part: `subreddits.${index}`, why: `${why}. ${about}` })),
    ...(places.length === 0 ? [{ part: 'searchEverywhere', why: 'No community of the catalogue fits, so all of Reddit is searched' }] : []),
  ];
  return { draft, reasons };
}

const needs = (path: string, message: string) => new AppError('invalid', message, { details: [{ path, message }] });

/** Campaign drafts out of a description or a website, each part with its reason; no model is needed. */
export function createProposals({ readPage }: Deps) {
  return {
    async propose({ mode, description = '', websiteUrl = '' }: ProposeRequest): Promise<Proposal> {
      if (mode !== 'website') {
        if (description.trim().length < 10) throw needs('description', 'Say in a sentence or two what you offer and to whom');
        return proposalFrom({ mode, text: description.trim(), name: '', websiteUrl });
      }
      if (websiteUrl === '') throw needs('websiteUrl', 'Enter the address of a website');
      if (!readPage) throw new AppError('unavailable', 'Websites cannot be read here; describe what you offer instead');
      const page = await readPage(websiteUrl);
      const text = [page.description, ...page.headings, description].filter((part) => part.trim() !== '').join('. ');
      if (text.length < 10) throw needs('websiteUrl', 'That page says too little about itself; describe what you offer instead');
      return proposalFrom({ mode, text, name: page.title, websiteUrl });
    },
  };
}
export type Proposals = ReturnType<typeof createProposals>;
