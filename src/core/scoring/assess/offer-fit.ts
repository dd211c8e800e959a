import type { Reading, StemCounts } from '../reading/reading.ts';
import { askedFit } from './object.ts';
import type { Profile } from './profile.ts';
import { nameOf } from './subreddit.ts';

/**
 * How likely the requested object is the offering; null when the text names none. In a monitored subreddit about the offering
 * a request that names the field concerns it: "Need to reach B1 in German by June" names no teacher, but means one.
 */
export function offerFit(profile: Profile, reading: Reading): number | null {
  const { item, titleStems, bodyStems, gist } = reading;
  const asked = askedFit(profile, reading);
  if (asked === null || asked >= homeFit || item.kind === 'comment' || !isAtHome(profile, item.subreddit)) return asked;
  return aboutOf(profile, [titleStems, bodyStems], gist) >= fieldNamed ? homeFit : asked;
}

const isAtHome = (profile: Profile, subreddit: string): boolean =>
  profile.campaign.subreddits.includes(subreddit) && nameOf(profile, subreddit) > 0;

const fieldNamed = 0.6;
const homeFit = 0.45;

/** Similarity alone never counts as much as a name. */
const maxLikeness = 0.5;
const termWorth = 1.3;

/** How much a text is about the offering, 0 to 1. */
export function aboutOf({ terms, direction, language }: Profile, counts: readonly StemCounts[], gist: Float32Array): number {
  const named = new Set(counts.flatMap((stems) => [...stems.keys()]));
  let sum = 0;
  for (const stem of named) sum += terms.get(stem) ?? 0;
  return Math.max(1 - Math.exp(-termWorth * sum), Math.min(maxLikeness, language.likeness.cosine(gist, direction)));
}
