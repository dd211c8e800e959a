import type { Reading, StemCounts } from '../reading/reading.ts';
import { termsIn } from './asking.ts';
import type { BuyingFeatures } from './buying.ts';
import type { Sums } from './model.ts';
import { needIn } from './need.ts';
import { namesOther } from './object.ts';
import type { Profile } from './profile.ts';

/**
 * A short text states its need in one or two sentences, so counts and densities are meaningless: the need is read from the form
 * of these sentences, the topic from what they name.
 */
interface Brief extends Sums {
  /** 1 for a text scored by its sentences alone, falling to 0 for a long one. */
  share: number;
}

/**
 * In words: texts up to the first length are brief, from the second on they aren't. Other languages have no model for long texts.
 */
const lengths = { post: [14, 30], comment: [90, 220], foreign: [80, 240] } as const;

/** Maps need and subject, each 0 to 1, to the scale of the model's sums; a title can't score higher than a good long post. */
const needScale = { from: -2.4, by: 5.4, most: 0.9 };
const topicScale = { from: -1.6, by: 3.8, most: 0.7 };

const scaled = ({ from, by, most }: typeof needScale, value: number): number => {
  const plain = from + by * value;
  return plain <= most ? plain : most + 0.25 * (plain - most);
};

/** Null for an empty text, or one too long to be brief. */
export function readBrief(profile: Profile, reading: Reading, features: Pick<BuyingFeatures, 'hiresPeople' | 'fillsJob'>): Brief | null {
  const [whole, none] = lengths[reading.language === 'en' ? reading.item.kind : 'foreign'];
  const length = reading.tokens.length;
  if (length === 0 || length >= none) return null;
  const need = features.hiresPeople > 0 ? hiringNeed : needIn(reading) * (features.fillsJob > 0 ? jobWorth : 1);
  return {
    share: Math.min(1, (none - length) / (none - whole)),
    need: scaled(needScale, need),
    topic: scaled(topicScale, subjectOf(profile, reading, need > clearNeed)),
  };
}

/** The sums of a brief text, mixed with the model's as it gets longer. */
export function withBrief(sums: Sums, brief: Brief | null): Sums {
  if (!brief) return sums;
  const mix = (own: number, model: number): number => brief.share * own + (1 - brief.share) * model;
  return { need: mix(brief.need, sums.need), topic: mix(brief.topic, sums.topic) };
}

/** A text that names this much of the offering can't be about something else. */
const ownEnough = 0.6;
const hiringNeed = 1;
const jobWorth = 0.3;
const clearNeed = 0.55;
const otherWorth = 0.5;
const threadWorth = 0.95;
const subredditWorth = 0.75;
/** For a subreddit that the campaign monitors. */
const homeWorth = 0.2;

/**
 * How much the text is about the offering, 0 to 1: by its own words, or, if it names nothing else, by its thread or its
 * subreddit's name. A subreddit counts only for a text that asks.
 */
function subjectOf(profile: Profile, reading: Reading, asks: boolean): number {
  const { thread, titleStems, bodyStems, gist } = reading;
  const asked = Math.max(0, ...reading.asking.map((sentence) => termsIn(profile, reading, sentence)));
  const own = Math.max(asked, aboutOf(profile, [titleStems, bodyStems], gist));
  if (own < ownEnough && namesOther(profile, reading)) return own * otherWorth;
  const around = Math.max(
    thread ? threadWorth * aboutOf(profile, [thread.stems], thread.gist) : 0,
    asks ? subredditWorth * nameOf(profile, reading.item.subreddit) : 0,
  );
  const home = asks && profile.campaign.subreddits.includes(reading.item.subreddit) ? homeWorth : 0;
  return 1 - (1 - own) * (1 - around) * (1 - home);
}

/** Similarity alone never counts as much as a name. */
const maxLikeness = 0.5;
const termWorth = 1.3;

function aboutOf({ terms, direction, language }: Profile, counts: readonly StemCounts[], gist: Float32Array): number {
  const named = new Set(counts.flatMap((stems) => [...stems.keys()]));
  let sum = 0;
  for (const stem of named) sum += terms.get(stem) ?? 0;
  return Math.max(1 - Math.exp(-termWorth * sum), Math.min(maxLikeness, language.likeness.cosine(gist, direction)));
}

const shortestName = 3;

/** How much of the offering the subreddit's name contains. */
function nameOf({ strongest, terms, language }: Profile, subreddit: string): number {
  const name = subreddit.toLowerCase();
  const found = strongest.find((stem) => {
    const text = language.vocabulary.stems[stem] ?? '';
    return text.length >= shortestName && name.includes(text);
  });
  return found === undefined ? 0 : 1 - Math.exp(-termWorth * (terms.get(found) ?? 0));
}
