import { communityLabel } from '#shared/labels.ts';
import { type ComponentName, componentNames, type Components, type SpeakerRole } from '#shared/scoring.ts';
import { importanceOf, isCommon } from '#core/text/background.ts';
import type { Background } from '#core/text/background.ts';
import { createFolder, foldedString } from '#core/text/fold.ts';
import { stemOf } from '#core/text/stems.ts';

/** What the layer knows about a post besides its text. */
export const traitNames = ['seller', 'customer', 'comment', 'question'] as const;
export type TraitName = (typeof traitNames)[number];
export const wordBuckets = 512;
const firstTrait = componentNames.length;
const firstBucket = firstTrait + traitNames.length;
export const featureCount = firstBucket + wordBuckets;

export interface Example {
  /** Recency as of when the post was found, because feedback must not fade with the post's age. */
  components: Components;
  role: SpeakerRole;
  kind: 'post' | 'comment';
  /** Lowercase. */
  subreddit: string;
  title: string;
  body: string;
}

/** The nonzero features of a post, ordered by index. */
export interface Features {
  indices: number[];
  values: number[];
}

/** A stem, or `r/…` for the subreddit, and the bucket it hashes to. */
export interface Word {
  name: string;
  bucket: number;
  /** How informative it is, from 0 to about 1. */
  weight: number;
}

/** The end of a long text adds little and would make reading slow. */
const maxTextLength = 6000;
/** Norm of a post's text features together; a component or trait is at most 1. */
const wordScale = 3;
const streamWeight = 0.5;
const middle = 0.5;

const maxTokensOf = 50_000;

/** Token → its term, or null when it is uninformative. */
function createDictionary(background: Background): (token: string) => Word | null {
  const known = new Map(background.stems.map((stem, index) => [stem, index]));
  const words = new Map<string, Word | null>();
  return (token) => {
    const cached = words.get(token);
    if (cached !== undefined) return cached;
    const stem = stemOf(token);
    const index = known.get(stem) ?? -1;
    const isInformative = token.length > 2 && !/^[0-9]+$/.test(token) && (index < 0 || !isCommon(index, background));
    const weight = index < 0 ? unknownWeight : importanceOf(index, background);
    const word = isInformative ? { name: stem, bucket: bucketOf(stem), weight } : null;
    if (words.size >= maxTokensOf) words.clear();
    words.set(token, word);
    return word;
  };
}

/**
 * Extracts the layer's features from posts. Deterministic: the same text always hashes to the same buckets. `readBackground` is
 * called for the first post.
 */
export function createFeatureReader(readBackground: () => Background) {
  const fold = createFolder();
  let dictionary: ReturnType<typeof createDictionary> | null = null;

  /** A post's distinct informative terms, each with its first spelling, and its subreddit. */
  function listTerms({ title, body, subreddit }: Example): Map<Word, string> {
    const found = new Map<Word, string>();
    const seen = new Set<string>();
    dictionary ??= createDictionary(readBackground());
    for (const token of foldedString(fold(`${title}\n${body}`.slice(0, maxTextLength))).split(' ')) {
      const word = dictionary(token);
      if (!word || seen.has(word.name)) continue;
      seen.add(word.name);
      found.set(word, token);
    }
    const place = communityLabel(subreddit);
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

/** Weight of a stem that isn't in the background corpus: that of a rare one. */
const unknownWeight = 0.8;

function denseOf({ components, role, kind, title, body }: Example): number[] {
  const parts = componentNames.map((name) => {
    const value = components[name];
    return value === null ? 0 : value - middle;
  });
  const asks = title.includes('?') || body.slice(0, maxTextLength).includes('?');
  const traits: Record<TraitName, boolean> = {
    seller: role === 'seller',
    customer: role === 'customer',
    comment: kind === 'comment',
    question: asks,
  };
  return [...parts, ...traitNames.map((name) => (traits[name] ? 1 : 0))];
}

/** FNV-1a hash. */
function bucketOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % wordBuckets;
}

type FeatureName = { kind: 'component'; name: ComponentName } | { kind: 'trait'; name: TraitName } | { kind: 'words'; bucket: number };

/** Name of a feature: a component, a trait, or a bucket of terms. */
export function featureAt(index: number): FeatureName {
  const component = componentNames[index];
  if (component) return { kind: 'component', name: component };
  const trait = traitNames[index - firstTrait];
  return trait ? { kind: 'trait', name: trait } : { kind: 'words', bucket: index - firstBucket };
}
