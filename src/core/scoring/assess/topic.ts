import type { Reading, Sentence } from '../reading/reading.ts';
import { importanceOf } from './importance.ts';
import type { Profile } from './profile.ts';

/** How much a text is about the campaign's field. */
export interface TopicFeatures {
  /** Cosine of the whole text, and of the title, with what is offered. */
  likeness: number;
  titleLikeness: number;
  /** Different stems of the rules in title and body. */
  ruleTermsTitle: number;
  ruleTermsBody: number;
  /** Different strong terms of the campaign, damped. */
  distinctTerms: number;
  /** Share of sentences that hold one. */
  topicShare: number;
  /** BM25 of the campaign's terms, each field by its own usual length. */
  termsTitle: number;
  termsBody: number;
}

const strongTerm = 0.4;
const saturationK = 1.2;
const lengthShare = 0.75;
const usualTitle = 10;
const usualBody = 150;

export function topicFeatures(profile: Profile, reading: Reading): TopicFeatures {
  const { tokens, titleLength, sentences } = reading;
  const title = countStems(reading, 0, titleLength);
  const body = countStems(reading, titleLength, tokens.length);
  const { ruleStems, terms } = profile;
  const strong = new Set([...title.keys(), ...body.keys()].filter((stem) => (terms.get(stem) ?? 0) > strongTerm));
  const holdsStrong = ({ from, to }: Sentence): boolean => tokens.slice(from, to).some(({ stem }) => strong.has(stem));
  return {
    likeness: likenessOf(profile, [title, body]),
    titleLikeness: likenessOf(profile, [title]),
    ruleTermsTitle: Math.min(3, countIn(title, ruleStems)),
    ruleTermsBody: Math.min(4, countIn(body, ruleStems)),
    distinctTerms: Math.log1p(strong.size),
    topicShare: sentences.filter(holdsStrong).length / (sentences.length + 1),
    termsTitle: bm25(terms, title, titleLength / usualTitle),
    termsBody: bm25(terms, body, (tokens.length - titleLength) / usualBody),
  };
}

type StemCounts = ReadonlyMap<number, number>;

function countStems({ tokens }: Reading, from: number, to: number): StemCounts {
  const counts = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    const stem = tokens[at]?.stem ?? -1;
    if (stem >= 0) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

const countIn = (counts: StemCounts, stems: ReadonlySet<number>): number => [...stems].filter((stem) => counts.has(stem)).length;

function likenessOf({ language, direction }: Profile, parts: readonly StemCounts[]): number {
  const weighted = parts.flatMap((counts) =>
    [...counts].map(([stem, count]) => [stem, language.telling(stem) ? count * importanceOf(stem, language.background) : 0] as const),
  );
  return language.likeness.cosine(language.likeness.sum(weighted), direction);
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
