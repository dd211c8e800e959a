import type { ComponentName, Evidence } from '#shared/scoring.ts';

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
