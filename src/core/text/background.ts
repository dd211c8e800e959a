import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { stemOf } from './stems.ts';

/** How common stems are in general discussions, and vectors of the contexts they occur in. */
export interface Background {
  documents: number;
  /** Most frequent first. */
  stems: readonly string[];
  /** Number of documents that contain each stem. */
  frequencies: readonly number[];
  dimensions: number;
  /** One row of `dimensions` per stem, scaled to its largest value. */
  vectors: Int8Array;
}

const tableSchema = z.object({
  documents: z.number(),
  dimensions: z.number(),
  stems: z.string(),
  frequencies: z.array(z.number()),
  vectors: z.base64(),
});

let shipped: Background | null = null;

/** The shipped table, built by `training/background.ts`; read once. */
export const readBackground = (): Background => (shipped ??= parseTable());

function parseTable(): Background {
  const { stems, vectors, ...table } = tableSchema.parse(JSON.parse(readFileSync(new URL('./background.json', import.meta.url), 'utf8')));
  const bytes = Buffer.from(vectors, 'base64');
  return { ...table, stems: stems.split(' '), vectors: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) };
}

/** Stems in a larger share of documents aren't distinctive. */
const commonShare = 0.12;
/** Importance of a stem that isn't in the background corpus. */
const unseen = 3;

/** How distinctive a stem is: 0 if it is everywhere, about 1 if it is very rare. */
export function importanceOf(stem: number, { frequencies, documents }: Background): number {
  return stem < 0 ? 0 : Math.log((documents + 1) / ((frequencies[stem] ?? unseen) + 0.5)) / Math.log(documents);
}

export const isCommon = (stem: number, { frequencies, documents }: Background): boolean =>
  (frequencies[stem] ?? 0) > commonShare * documents;

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
