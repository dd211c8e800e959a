import type { Background } from '../background.ts';
import type { Reading } from '../reading/reading.ts';
import type { Span } from './clauses.ts';
import { importanceOf } from './importance.ts';

/** A part of an offering, as its campaign words it: "payment reminders". */
export interface OfferPart {
  text: string;
  /** Distinctive ones. */
  stems: readonly number[];
}

const maxPart = 60;
const between = /[,;:.()\n]/;
/** What follows says for whom it is, or how it comes. */
const details = /\s(?:for|that|who|which|with|without|from|to|by|at|in|on|as|per)\s.*$/i;
/** What it costs, and what only adds to another part. */
const isTerms = /\d|^(?:for|with|without|from|to|by|at|in|on|as|per|no|no more)\s/i;
/** A single word must be this rare to say what is offered. */
const minAlone = 0.45;

export const partsOf = (offering: string, stemsOf: (text: string) => number[], background: Background): OfferPart[] =>
  offering
    .split(between)
    .map((part) =>
      part
        .trim()
        .replace(/^(?:and|or|also|plus)\s/i, '')
        .replace(details, ''),
    )
    .filter((part) => part !== '' && part.length <= maxPart && !isTerms.test(part))
    .map((text) => ({ text, stems: [...new Set(stemsOf(text))] }))
    .filter(({ stems: [first = -1, second] }) => first >= 0 && (second !== undefined || importanceOf(first, background) >= minAlone));

interface Offered {
  parts: readonly OfferPart[];
  /** Stem → its weight for the campaign. */
  terms: ReadonlyMap<number, number>;
  customers: ReadonlySet<number>;
}

/** The part of the offering that the text is about; null if the passage names it already, or the text is about none. */
export function fittingPart(
  { parts, terms, customers }: Offered,
  { tokens, titleStems, bodyStems }: Reading,
  { from, to }: Span,
): string | null {
  const said = new Set(tokens.slice(from, to).map(({ stem }) => stem));
  const fitting = parts.flatMap(({ text, stems }) => {
    const met = stems.filter((stem) => titleStems.has(stem) || bodyStems.has(stem));
    const isMet = 2 * met.length > stems.length && met.some((stem) => !customers.has(stem));
    const isNew = met.some((stem) => !said.has(stem));
    return !isMet || !isNew ? [] : [{ text, weight: met.reduce((sum, stem) => sum + (terms.get(stem) ?? 0), 0) }];
  });
  return fitting.toSorted((a, b) => b.weight - a.weight)[0]?.text ?? null;
}
