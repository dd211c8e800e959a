import { type ComponentName, componentNames, type Components, type SpeakerRole } from '#shared/scoring.ts';
import { importanceOf, isCommon } from '#core/scoring/assess/importance.ts';
import type { Background } from '#core/scoring/background.ts';
import { createFolder, foldedString } from '#core/scoring/text/fold.ts';
import { stemOf } from '#core/scoring/text/stem.ts';

/** What the layer knows of a post besides its text. */
export const traitNames = ['seller', 'customer', 'comment', 'question'] as const;
export type TraitName = (typeof traitNames)[number];
export const wordBuckets = 512;
const firstTrait = componentNames.length;
const firstBucket = firstTrait + traitNames.length;
export const featureCount = firstBucket + wordBuckets;

export interface Example {
  /** Recency as it was when the post was found: a feedback must not fade with the post. */
  components: Components;
  role: SpeakerRole;
  kind: 'post' | 'comment';
  /** Lower case. */
  subreddit: string;
  title: string;
  body: string;
}

/** The features of a post that are not zero, by rising index. */
export interface Features {
  indices: number[];
  values: number[];
}

/** A stem, or `r/…` for the subreddit, and the bucket it falls into. */
export interface Word {
  name: string;
  bucket: number;
  /** How informative it is, 0 to about 1. */
  weight: number;
}

/** The end of a long text adds little and would be slow to read. */
const longestText = 6000;
/** Length of the words of a post together, where a component or trait is at most 1 long. */
const wordScale = 3;
const streamWeight = 0.5;
const middle = 0.5;

const maxTokensOf = 50_000;

/** By token: its term, or null for uninformative ones. */
function createDictionary(background: Background): (token: string) => Word | null {
  const known = new Map(background.stems.map((stem, index) => [stem, index]));
  const words = new Map<string, Word | null>();
  return (token) => {
    const cached = words.get(token);
    if (cached !== undefined) return cached;
    const stem = stemOf(token);
    const index = known.get(stem) ?? -1;
    const isInformative = token.length > 2 && !/^[0-9]+$/.test(token) && (index < 0 || !isCommon(index, background));
    const weight = index < 0 ? unseenWeight : importanceOf(index, background);
    const word = isInformative ? { name: stem, bucket: bucketOf(stem), weight } : null;
    if (words.size >= maxTokensOf) words.clear();
    words.set(token, word);
    return word;
  };
}

/**
 * Reads posts for the layer. Deterministic: the same text always falls into the same buckets.
 * `readBackground` is called when the first post is read.
 */
export function createFeatureReader(readBackground: () => Background) {
  const fold = createFolder();
  let dictionary: ReturnType<typeof createDictionary> | null = null;

  /** Distinct informative terms of a post, each with its first spelling, and its subreddit. */
  function listTerms({ title, body, subreddit }: Example): Map<Word, string> {
    const found = new Map<Word, string>();
    const seen = new Set<string>();
    dictionary ??= createDictionary(readBackground());
    for (const token of foldedString(fold(`${title}\n${body}`.slice(0, longestText))).split(' ')) {
      const word = dictionary(token);
      if (!word || seen.has(word.name)) continue;
      seen.add(word.name);
      found.set(word, token);
    }
    const place = `r/${subreddit}`;
    found.set({ name: place, bucket: bucketOf(place), weight: streamWeight }, place);
    return found;
  }

  return {
    listTerms,
    read(example: Example): Features {
      const dense = denseOf(example);
      const buckets = new Map<number, number>();
      for (const { bucket, weight } of listTerms(example).keys()) buckets.set(bucket, (buckets.get(bucket) ?? 0) + weight);
      const length = Math.sqrt([...buckets.values()].reduce((sum, value) => sum + value * value, 0)) || 1;
      const sparse = [...buckets]
        .map(([bucket, value]) => [firstBucket + bucket, (wordScale * value) / length] as const)
        .toSorted(([one], [other]) => one - other);
      const all = [...dense.flatMap((value, index) => (value === 0 ? [] : [[index, value] as const])), ...sparse];
      return { indices: all.map(([index]) => index), values: all.map(([, value]) => value) };
    },
  };
}
export type FeatureReader = ReturnType<typeof createFeatureReader>;

/** Of a stem that the background has never seen: as of a rare one. */
const unseenWeight = 0.8;

function denseOf({ components, role, kind, title, body }: Example): number[] {
  const parts = componentNames.map((name) => {
    const value = components[name];
    return value === null ? 0 : value - middle;
  });
  const asks = title.includes('?') || body.slice(0, longestText).includes('?');
  const traits: Record<TraitName, boolean> = {
    seller: role === 'seller',
    customer: role === 'customer',
    comment: kind === 'comment',
    question: asks,
  };
  return [...parts, ...traitNames.map((name) => (traits[name] ? 1 : 0))];
}

/** FNV-1a. */
function bucketOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % wordBuckets;
}

type FeatureName = { kind: 'component'; name: ComponentName } | { kind: 'trait'; name: TraitName } | { kind: 'words'; bucket: number };

/** What a feature stands for: a component, a trait or a bucket of words. */
export function featureAt(index: number): FeatureName {
  const component = componentNames[index];
  if (component) return { kind: 'component', name: component };
  const trait = traitNames[index - firstTrait];
  return trait ? { kind: 'trait', name: trait } : { kind: 'words', bucket: index - firstBucket };
}
