import type { Reading, StemCounts } from '../reading/reading.ts';
import type { Profile } from './profile.ts';

/** How much a text is about the campaign's topic. */
export interface TopicFeatures {
  /** Cosine similarity of the whole text, and of the title, with the offering. */
  likeness: number;
  titleLikeness: number;
  /** Distinct rule stems in title and body. */
  ruleTermsTitle: number;
  ruleTermsBody: number;
  /** Distinct strong terms of the campaign, damped. */
  distinctTerms: number;
  /** Share of sentences that contain one. */
  topicShare: number;
  /** BM25 of the campaign's terms, each field normalized by its own average length. */
  termsTitle: number;
  termsBody: number;
}

const strongTerm = 0.4;
const saturationK = 1.2;
const lengthShare = 0.75;
const defaultTitle = 10;
const defaultBody = 150;

export function topicFeatures({ language, direction, cosineScale, terms, ruleStems }: Profile, reading: Reading): TopicFeatures {
  const { tokens, titleLength, titleStems, bodyStems } = reading;
  const strong = new Set(
    [...terms].filter(([stem, weight]) => weight > strongTerm && (titleStems.has(stem) || bodyStems.has(stem))).map(([stem]) => stem),
  );
  return {
    likeness: cosineScale * language.likeness.cosine(reading.gist, direction),
    titleLikeness: cosineScale * language.likeness.cosine(reading.titleGist, direction),
    ruleTermsTitle: Math.min(3, countIn(titleStems, ruleStems)),
    ruleTermsBody: Math.min(4, countIn(bodyStems, ruleStems)),
    distinctTerms: Math.log1p(strong.size),
    topicShare: shareOf(strong, reading),
    termsTitle: bm25(terms, titleStems, titleLength / defaultTitle),
    termsBody: bm25(terms, bodyStems, (tokens.length - titleLength) / defaultBody),
  };
}

function countIn(counts: StemCounts, stems: ReadonlySet<number>): number {
  let count = 0;
  for (const stem of stems) if (counts.has(stem)) count += 1;
  return count;
}

/** Share of sentences that contain one of the stems. */
function shareOf(stems: ReadonlySet<number>, { tokens, sentences }: Reading): number {
  if (stems.size === 0) return 0;
  let count = 0;
  let counted = -1;
  for (const [at, { stem }] of tokens.entries()) {
    if (at < counted || !stems.has(stem)) continue;
    count += 1;
    counted = sentences.find(({ to }) => at < to)?.to ?? tokens.length;
  }
  return count / (sentences.length + 1);
}

function bm25(terms: ReadonlyMap<number, number>, counts: StemCounts, relativeLength: number): number {
  const norm = saturationK * (1 - lengthShare + lengthShare * relativeLength);
  let sum = 0;
  for (const [stem, weight] of terms) {
    const count = counts.get(stem);
    if (count !== undefined) sum += (weight * count * (saturationK + 1)) / (count + norm);
  }
  return sum;
}
