import { type ComponentName, type Evidence, componentNames } from '#shared/scoring.ts';

/** A passage with the letter that links it to its reasons. Offsets are UTF-16 units in the named field. */
export interface LetteredEvidence {
  letter: string;
  field: Evidence['field'];
  start: number;
  end: number;
  reasons: ComponentName[];
}

/** A segment of text: `letters` of the passages that cover it, `closing` of those that end with it. */
export interface EvidenceSegment {
  text: string;
  start: number;
  letters: string[];
  closing: string[];
}

const labelAt = (index: number): string =>
  index < 26 ? String.fromCodePoint(97 + index) : labelAt(Math.floor(index / 26) - 1) + labelAt(index % 26);

const fieldOrder = { title: 0, body: 1 };

/** Letters in reading order, a to z, then aa. A passage that supports several reasons has one letter. */
export function labelEvidence(evidence: readonly Evidence[]): LetteredEvidence[] {
  const passages = new Map<string, Omit<LetteredEvidence, 'letter'>>();
  for (const { field, start, end, why } of evidence) {
    const key = `${field} ${start} ${end}`;
    const passage = passages.get(key) ?? { field, start, end, reasons: [] };
    if (!passage.reasons.includes(why)) passage.reasons.push(why);
    passages.set(key, passage);
  }
  return [...passages.values()]
    .sort((a, b) => fieldOrder[a.field] - fieldOrder[b.field] || a.start - b.start || a.end - b.end)
    .map(({ field, start, end, reasons }, index) => ({ letter: labelAt(index), field, start, end, reasons }));
}

/** Splits a text at the boundaries of its passages. The segments join to the same text; offsets outside of it are clamped. */
export function splitEvidence(text: string, evidence: readonly LetteredEvidence[]): EvidenceSegment[] {
  const inside = (offset: number) => Math.min(Math.max(offset, 0), text.length);
  const passages = evidence
    .map(({ letter, start, end }) => ({ letter, start: inside(start), end: inside(end) }))
    .filter(({ start, end }) => end > start);
  const cuts = [...new Set([0, text.length, ...passages.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? text.length;
    return {
      text: text.slice(start, end),
      start,
      letters: passages.filter((passage) => passage.start <= start && passage.end >= end).map(({ letter }) => letter),
      closing: passages.filter((passage) => passage.end === end).map(({ letter }) => letter),
    };
  });
}

/** Groups segments into paragraphs at blank lines, which are dropped. A passage across paragraphs shows its letter at its end. */
export function splitParagraphs(segments: readonly EvidenceSegment[]): EvidenceSegment[][] {
  const paragraphs: EvidenceSegment[][] = [[]];
  for (const segment of segments) {
    const parts = [...segment.text.matchAll(/(.*?)(\n[^\S\n]*\n\s*|$)/gs)].filter(([whole]) => whole !== '');
    for (const part of parts) {
      const [, text = '', gap = ''] = part;
      const isLast = part === parts.at(-1);
      if (text !== '')
        paragraphs.at(-1)?.push({ ...segment, text, start: segment.start + part.index, closing: isLast ? segment.closing : [] });
      if (gap !== '') paragraphs.push([]);
    }
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

type Texts = Record<Evidence['field'], string>;

interface Clause {
  field: Evidence['field'];
  start: number;
  end: number;
  /** Lower is more important. */
  rank: number;
  reasons: Set<Evidence['why']>;
}

export const maxClauses = 4;
/** Longer clauses are cut down to the words around the passage. */
export const maxLength = 160;
/** Of several clauses, more is read as a highlighter that slipped. */
export const maxWords = 15;
/** Sentence marks and commas end a clause only before a space: not in "3.5" or "example.com". */
const clauseEnd = /[.!?;:,…)\]]+["'”’*_]*(?=\s|$)|\n+|\s[–—-]\s|\s(?=[([])/g;
/** Markup and quotes that a clause doesn't start or end with. */
const leadingMarkup = /^(?:\s|[>#*_~`"'“‘([•-]|\d+[.)]\s)+/;
const trailingMarkup = /[\s"'“”‘’*_~`,;:.–—-]+$/;

function clauseAround(text: string, start: number, end: number): { start: number; end: number } {
  let from = 0;
  let to = text.length;
  for (const { 0: mark, index } of text.matchAll(clauseEnd)) {
    if (index + mark.length <= start) from = index + mark.length;
    else if (index >= end) {
      to = index;
      break;
    }
  }
  return { start: from, end: to };
}

function phraseAround(text: string, start: number, end: number): { start: number; end: number } {
  const before = /\S*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const after = /^\S*/.exec(text.slice(end))?.[0].length ?? 0;
  return { start: start - before, end: end + after };
}

/** The range without markup and quotes at its ends; null if nothing remains. */
function trimmed(text: string, { start, end }: { start: number; end: number }): { start: number; end: number } | null {
  const slice = text.slice(start, end);
  const lead = leadingMarkup.exec(slice)?.[0].length ?? 0;
  const tail = trailingMarkup.exec(slice.slice(lead))?.[0].length ?? 0;
  return lead + tail < slice.length ? { start: start + lead, end: end - tail } : null;
}

function wholeClause(text: string, passage: { start: number; end: number }): { start: number; end: number } | null {
  const start = Math.max(0, passage.start);
  const end = Math.min(text.length, passage.end);
  if (end <= start) return null;
  const clause = clauseAround(text, start, end);
  const fits = clause.end - clause.start <= maxLength && firstClauses(text, clause).end === clause.end;
  return trimmed(text, fits ? clause : phraseAround(text, start, end));
}

/**
 * The range up to the last clause that ends within the usual words, or the first that ends later if that would leave little. Only a
 * clause without an end is cut.
 */
function firstClauses(text: string, { start, end }: { start: number; end: number }): { start: number; end: number } {
  const slice = text.slice(start, end);
  const words = [...slice.matchAll(/\S+/g)];
  const last = words[maxWords - 1];
  if (words.length <= maxWords || !last) return { start, end };
  const allowed = last.index + last[0].length;
  const ends = [...[...slice.matchAll(clauseEnd)].map(({ index }) => index), slice.length];
  const within = ends.findLast((at) => at <= allowed) ?? 0;
  const next = ends.find((at) => at > allowed && at <= maxLength);
  return { start, end: start + (within >= allowed / minShare ? within : (next ?? allowed)) };
}
/** A clause shorter than one in so many of the usual characters says too little alone. */
const minShare = 3;

/** What a list row quotes, such as “Which app do you use”, found again in the post. */
function quotedPassage(reason: string, texts: Texts): Pick<Evidence, 'field' | 'start' | 'end'> | null {
  const quote = /“([^”]+)”/.exec(reason)?.[1]?.replace(/…$/, '').trim().toLowerCase();
  if (!quote) return null;
  for (const field of ['title', 'body'] as const) {
    const start = texts[field].toLowerCase().indexOf(quote);
    if (start >= 0) return { field, start, end: start + quote.length };
  }
  return null;
}

/** Ranges that overlap become one clause. */
function merged(clauses: readonly Clause[]): Clause[] {
  const result: Clause[] = [];
  for (const clause of clauses.toSorted((a, b) => a.field.localeCompare(b.field) || a.start - b.start)) {
    const last = result.at(-1);
    if (last?.field !== clause.field || clause.start >= last.end) {
      result.push({ ...clause, reasons: new Set(clause.reasons) });
      continue;
    }
    last.end = Math.max(last.end, clause.end);
    last.rank = Math.min(last.rank, clause.rank);
    for (const why of clause.reasons) last.reasons.add(why);
  }
  return result;
}

/**
 * Evidence as at most four whole clauses that never overlap, strongest reasons first. The clause quoted by `reason` is always
 * included, so that the row and the reader agree.
 */
export function selectClauses(evidence: readonly Evidence[], texts: Texts, reason = ''): Evidence[] {
  const quoted = quotedPassage(reason, texts);
  const passages = evidence.map((passage) => ({ ...passage, rank: componentNames.indexOf(passage.why) }));
  const clauses = [...(quoted ? [{ ...quoted, why: null, rank: -1 }] : []), ...passages].flatMap((passage): Clause[] => {
    const range = wholeClause(texts[passage.field], passage);
    return range ? [{ field: passage.field, ...range, rank: passage.rank, reasons: new Set(passage.why ? [passage.why] : []) }] : [];
  });
  return merged(clauses)
    .toSorted((a, b) => a.rank - b.rank || b.reasons.size - a.reasons.size)
    .slice(0, maxClauses)
    .flatMap(({ field, reasons, ...clause }) => {
      const range = trimmed(texts[field], firstClauses(texts[field], clause)) ?? clause;
      return [...(reasons.size > 0 ? reasons : ['intent' as const])].map((why): Evidence => ({
        text: texts[field].slice(range.start, range.end),
        field,
        start: range.start,
        end: range.end,
        why,
      }));
    });
}
