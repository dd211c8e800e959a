import type { Evidence } from '#shared/scoring.ts';
import { withoutEdges } from '../answers/edges.ts';
import { type Comparable, comparableText } from '../prompts/visible.ts';

/** A passage of an item, by UTF-16 offsets: kept in place of its words, so that nothing outlives the item. */
export interface Span {
  field: 'title' | 'body';
  start: number;
  end: number;
}

interface Texts {
  title: string;
  body: string;
}

const shortestQuote = 4;
const edge = /["'“”\s]/;

/** Where each quote stands in the item. What stands nowhere is left out. */
export function locateQuotes(quotes: readonly string[], texts: Texts): Span[] {
  if (quotes.length === 0) return [];
  const fields = (['title', 'body'] as const).map((field) => ({ field, comparable: comparableText(texts[field]) }));
  const spans = quotes.flatMap((quote) => {
    const wanted = comparableText(withoutEdges(quote, { start: edge, end: edge })).text.trim();
    if (wanted.length < shortestQuote) return [];
    return fields.flatMap(({ field, comparable }) => placesOf(wanted, field, comparable)).slice(0, 1);
  });
  return spans.filter((span, index) => spans.findIndex((other) => other.field === span.field && other.start === span.start) === index);
}

function placesOf(wanted: string, field: Span['field'], { text, offsets }: Comparable): Span[] {
  const at = text.indexOf(wanted);
  const start = offsets[at];
  const last = offsets[at + wanted.length - 1];
  const after = offsets[at + wanted.length];
  if (at === -1 || start === undefined || last === undefined || after === undefined) return [];
  return [{ field, start, end: Math.min(after, last + 1) }];
}

/** Spans as evidence, each for the component that the built-in scorer saw there, else for the intent. */
export function evidenceOf(spans: readonly Span[], texts: Texts, known: readonly Evidence[]): Evidence[] {
  return spans.flatMap(({ field, start, end }) => {
    const text = texts[field].slice(start, end);
    if (text.trim() === '') return [];
    const seen = known.find((other) => other.field === field && other.start < end && start < other.end);
    return [{ text, start, end, field, why: seen?.why ?? 'intent' }];
  });
}
