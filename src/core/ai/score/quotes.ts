import type { Evidence } from '#shared/scoring.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { withoutEdges } from '../answers/edges.ts';
import { type Comparable, comparableText } from '../prompts/visible.ts';

/** A passage of an item in UTF-16 offsets, stored instead of its text, so that no text outlives the item. */
export interface Span {
  field: 'title' | 'body';
  start: number;
  end: number;
}

type Item = Pick<FetchedItem, 'title' | 'body' | 'kind'>;

const shortestQuote = 4;
const edge = /["'“”\s]/;

/** Locates quotes in what the author wrote (for a comment, not the thread title). Quotes that aren't found are dropped. */
export function locateQuotes(quotes: readonly string[], item: Item): Span[] {
  if (quotes.length === 0) return [];
  const own = item.kind === 'comment' ? (['body'] as const) : (['title', 'body'] as const);
  const fields = own.map((field) => ({ field, comparable: comparableText(item[field]) }));
  const spans = quotes.flatMap((quote) => {
    const wanted = comparableText(withoutEdges(quote, { start: edge, end: edge })).text.trim();
    if (wanted.length < shortestQuote) return [];
    return fields.flatMap(({ field, comparable }) => findQuote(wanted, field, comparable)).slice(0, 1);
  });
  return spans.filter((span, index) => spans.findIndex((other) => other.field === span.field && other.start === span.start) === index);
}

function findQuote(wanted: string, field: Span['field'], { text, starts, ends }: Comparable): Span[] {
  const at = text.indexOf(wanted);
  const start = starts[at];
  const end = ends[at + wanted.length - 1];
  return start === undefined || end === undefined ? [] : [{ field, start, end }];
}

/** Turns spans into evidence for the component of overlapping built-in evidence, otherwise for the intent. */
export function evidenceOf(spans: readonly Span[], item: Item, known: readonly Evidence[]): Evidence[] {
  return spans.flatMap(({ field, start, end }) => {
    const text = item[field].slice(start, end);
    if (text.trim() === '') return [];
    const seen = known.find((other) => other.field === field && other.start < end && start < other.end);
    return [{ text, start, end, field, why: seen?.why ?? 'intent' }];
  });
}
