import type { Reading, StemCounts } from '../reading/reading.ts';
import { termsIn } from './asking.ts';
import type { BuyingFeatures } from './buying.ts';
import type { Sums } from './model.ts';
import { needIn } from './need.ts';
import { namesOther } from './object.ts';
import type { Profile } from './profile.ts';

/**
 * A short text says what it wants in one or two sentences, so that counts and densities tell nothing: its author's
 * need is read from the form of these sentences, its topic from what they name.
 */
interface Brief extends Sums {
  /** 1 for a text scored by its sentences alone, falling to 0 for a long one. */
  share: number;
}

/** In words: texts up to the first are brief, from the second on they are not. Other languages have no model for long ones. */
const lengths = { post: [14, 30], comment: [90, 220], foreign: [80, 240] } as const;

/** Need 0 to 1 and subject 0 to 1 on the scale of the model's sums; a title cannot say more than a good long post. */
const needScale = { from: -2.4, by: 5.4, most: 0.9 };
const topicScale = { from: -1.6, by: 3.8, most: 0.7 };

const scaled = ({ from, by, most }: typeof needScale, value: number): number => {
  const plain = from + by * value;
  return plain <= most ? plain : most + 0.25 * (plain - most);
};

/** Null for a text that is too long to be read so, or empty. */
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

/** A brief text's own sums, mixed with the model's where it is not that short. */
export function withBrief(sums: Sums, brief: Brief | null): Sums {
  if (!brief) return sums;
  const mix = (own: number, model: number): number => brief.share * own + (1 - brief.share) * model;
  return { need: mix(brief.need, sums.need), topic: mix(brief.topic, sums.topic) };
}

/** What names this much of the offering cannot be about something else. */
const ownEnough = 0.6;
const hiringNeed = 1;
const jobWorth = 0.3;
const clearNeed = 0.55;
const otherWorth = 0.5;
const threadWorth = 0.95;
const subredditWorth = 0.75;
/** Of a subreddit that the campaign follows. */
const homeWorth = 0.2;

/**
 * How much the text is about what is offered, 0 to 1: by its own words, or by where it stands (its thread, a subreddit
 * that bears the name of the field) when it names nothing else. A subreddit counts only for a text that asks.
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

/** Likeness alone never says as much as a name. */
const maxLikeness = 0.5;
const termWorth = 1.3;

function aboutOf({ terms, direction, language }: Profile, counts: readonly StemCounts[], gist: Float32Array): number {
  const named = new Set(counts.flatMap((stems) => [...stems.keys()]));
  let sum = 0;
  for (const stem of named) sum += terms.get(stem) ?? 0;
  return Math.max(1 - Math.exp(-termWorth * sum), Math.min(maxLikeness, language.likeness.cosine(gist, direction)));
}

const shortestName = 3;

/** How much of what is offered the name of a subreddit says. */
function nameOf({ strongest, terms, language }: Profile, subreddit: string): number {
  const name = subreddit.toLowerCase();
  const found = strongest.find((stem) => {
    const text = language.vocabulary.stems[stem] ?? '';
    return text.length >= shortestName && name.includes(text);
  });
  return found === undefined ? 0 : 1 - Math.exp(-termWorth * (terms.get(found) ?? 0));
}
