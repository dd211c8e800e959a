import type { Steps } from '#core/platform/slices.ts';
import { foldToString } from '#core/text/fold.ts';
import type { ScoringCampaign } from '../profile.ts';
import { parseRule } from '../rules/parse.ts';
import { listWanted } from '../rules/tree.ts';
import { Encoder, toUnit } from './encoder.ts';
import { readEncoderTable } from './table.ts';

type Described = Pick<ScoringCampaign, 'offering' | 'description' | 'rules' | 'painPoints'>;

/** Distances between the terms of one request, so that each term is combined with several others. */
const strides = [1, 2, 3, 5, 7];

/** What a customer might write, by kind: asks for the offering, for help, or for recommendations. */
export function writeRequests({ offering, description, rules, painPoints }: Described): string[][] {
  const name = nameOf(offering === '' ? description : offering);
  const terms = [...new Set(rules.flatMap(({ text }) => wantedTerms(text)))].toSorted();
  const troubles = [...new Set([...terms, ...painPoints])].toSorted();
  return [
    name === '' ? [] : [`I am looking for ${name}. Can anyone recommend something?`, `What is the best ${name}?`],
    strides.flatMap((stride) =>
      troubles.map((term, index) => {
        const others = [1, 2].map((step) => troubles[(index + step * stride) % troubles.length]);
        return `I need help with ${[...new Set([term, ...others])].join(', ')}.`;
      }),
    ),
    terms.map((term) => `Can anyone recommend ${term}?`),
  ];
}

/** Text before the first colon or full stop names the offering; the remainder lists details. */
function nameOf(offering: string): string {
  const first = offering.split(/[:;.!?\n]/).find((part) => part.trim() !== '') ?? '';
  return first.trim().replace(/^(?:an?|the|our|(?:we|i) (?:sell|offer|make|provide))\s+/i, '');
}

function wantedTerms(rule: string): string[] {
  const parsed = parseRule(rule);
  return parsed.ok ? listWanted(parsed.tree).flatMap((leaf) => (leaf.kind === 'words' ? [leaf.words] : [])) : [];
}

/** What customers might write, as one direction per kind of request. */
export interface Wish {
  directions: readonly Direction[];
}

interface Direction {
  vector: Float32Array;
  /** Similarity of texts in general to it. */
  usual: Spread;
  /** Its weight among the others. */
  weight: number;
}

/**
 * Weights of the kinds in `writeRequests`: there are many rules, and they describe what customers write about; the offering's
 * name is a single phrase, and recommendations are requested in a few words that all topics share.
 */
const kindWeights = [0.25, 0.55, 0.2];

interface Spread {
  mean: number;
  deviation: number;
}

/** Compares texts with what customers of a campaign might write. */
export class Meaning {
  readonly #encoder: Encoder;
  readonly #titleCenter: Float32Array;
  readonly #center: Float32Array;
  /** Vectors of general texts. */
  readonly #usual: readonly Float32Array[];
  /** Cached, because one reading is compared with many campaigns. */
  readonly #gists = new WeakMap<object, Float32Array | null>();

  constructor(encoder: Encoder) {
    this.#encoder = encoder;
    const wholes = encoder.sample.map(({ whole }) => encoder.encodeRows(whole));
    this.#titleCenter = meanOf(
      encoder.sample.map(({ title }) => encoder.encodeRows(title)),
      encoder.dimensions,
    );
    this.#center = meanOf(wholes, encoder.dimensions);
    this.#usual = wholes.map((vector) => without(vector, this.#center));
  }

  /** The vector of a text, minus what all texts have in common; null when no word is known. */
  gistOf(words: readonly string[]): Float32Array | null {
    const rows = this.#encoder.rowsOf(words);
    return rows.length === 0 ? null : without(this.#encoder.encodeRows(rows), this.#center);
  }

  /** `gistOf` for a reading's own words, cached. */
  gistOfTokens(tokens: readonly { text: string }[]): Float32Array | null {
    const known = this.#gists.get(tokens);
    if (known !== undefined) return known;
    const gist = this.gistOf(tokens.map(({ text }) => text));
    this.#gists.set(tokens, gist);
    return gist;
  }

  gistOfText(text: string): Float32Array | null {
    return this.gistOf(termsOf(text));
  }

  /** `gistOfText` of an item's title, cached. */
  gistOfTitle(item: { title: string }): Float32Array | null {
    const known = this.#gists.get(item);
    if (known !== undefined) return known;
    const gist = this.gistOfText(item.title);
    this.#gists.set(item, gist);
    return gist;
  }

  *wishSteps(campaign: Described): Steps<Wish> {
    const directions: Direction[] = [];
    for (const [kind, requests] of writeRequests(campaign).entries()) {
      if (requests.length === 0) continue;
      const vectors: Float32Array[] = [];
      for (const text of requests) {
        vectors.push(without(this.#encoder.encode(termsOf(text)), this.#titleCenter));
        yield;
      }
      const vector = meanOf(vectors, this.#encoder.dimensions);
      directions.push({ vector, usual: spreadOf(this.#usual.map((text) => dot(text, vector))), weight: kindWeights[kind] ?? 0 });
    }
    return { directions };
  }
}

/**
 * How much more similar a text is to the campaign's requests than texts in general, in standard deviations; 0 when nothing is
 * known.
 */
export function likenessTo({ directions }: Wish, gist: Float32Array | null): number {
  if (!gist || directions.length === 0) return 0;
  let sum = 0;
  let weights = 0;
  for (const { vector, usual, weight } of directions) {
    sum += (weight * (dot(gist, vector) - usual.mean)) / usual.deviation;
    weights += weight;
  }
  return sum / weights;
}

/** Similarity in meaning of two texts, from -1 to 1; texts in general have about 0. */
export const similarity = (a: Float32Array | null, b: Float32Array | null): number => (a && b ? dot(a, b) : 0);

let shipped: Meaning | null = null;

/** With the shipped encoder, which is loaded on first use and then shared. */
export function openMeaning(): Meaning {
  shipped ??= new Meaning(new Encoder(readEncoderTable()));
  return shipped;
}

const termsOf = (text: string): string[] =>
  foldToString(text)
    .split(' ')
    .filter((word) => word !== '');

function meanOf(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const mean = new Float32Array(dimensions);
  for (const vector of vectors) {
    for (let at = 0; at < dimensions; at += 1) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / vectors.length;
  }
  return mean;
}

function without(vector: Float32Array, center: Float32Array): Float32Array {
  const shifted = new Float32Array(vector.length);
  for (let at = 0; at < shifted.length; at += 1) shifted[at] = (vector[at] ?? 0) - (center[at] ?? 0);
  return toUnit(shifted);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function spreadOf(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) || 1 };
}
