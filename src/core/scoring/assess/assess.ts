import { type Assessment, type ComponentName, type Components, defaultWeights } from '#shared/scoring.ts';
import { recencyOf, saturationOf } from '../arithmetic.ts';
import type { ReaderName } from '../reader/encode.ts';
import { isOnTopic, type Odds, type Read, shareWithOdds } from '../reader/reader.ts';
import { type Features, isHeadline, judge, kindOf, type Said, shareOf } from './cheap.ts';
import type { Profile } from './profile.ts';
import type { Reading } from './reading.ts';
import { explain } from './reason.ts';
import { isOffered, isSolved, roleOf } from './speaker.ts';

export interface AssessContext {
  features: Features;
  /** UTC ms; null leaves out components that depend on the current time, as for an archive. */
  now: number | null;
  /** From reading campaign and text together; absent where only the cheap stage looked. */
  odds?: Read | undefined;
  /** Which model gave them. */
  reader?: ReaderName;
}

/** Below this, a text is about something else. */
const fitNoneTopic = 0.35;

/** How likely the author of an item needs what the campaign offers, by the cheap stage alone, 0 to 1. */
export function cheapShare(features: Features): number {
  const { topic, need } = judge(features);
  return topic * need;
}

/** Scores one item for one campaign by its text alone. */
export function assess(profile: Profile, reading: Reading, { features, now, odds: read, reader = 'english' }: AssessContext): Assessment {
  // The model doesn't see that a title is a headline of another site.
  const odds = isHeadline(reading) ? undefined : read;
  const said = judge(features);
  const cheap = said.topic * said.need;
  const { item } = reading;
  const kind = reader === 'languages' ? foreignKindOf(reading) : kindOf(features);
  const share = odds ? shareWithOdds({ cheap, kind, home: features.home }, odds) : cheap;
  const parts = moveTo(odds ? partsRead(odds, reading) : partsOf(said, reading), share);
  const components: Components = {
    ...parts,
    reachability: item.locked || item.gone !== null ? 0 : parts.reachability,
    recency: now === null ? null : recencyOf(item.createdAt, now),
    saturation: now === null ? null : saturationOf(item.numComments),
  };
  const caps = {
    role: roleOf({ sells: features.sellsInTitle + features.sells > 0, isOffer: isOffered(profile, reading), need: said.need, odds }),
    solved: isSolved(reading),
    fitNone: said.topic < fitNoneTopic && !(odds && isOnTopic(odds)),
  };
  const scored = { ...caps, components };
  return { ...scored, ...explain(profile, reading, { ...scored, moved: odds?.moved ?? [] }) };
}

/** Of a text in another language than English. */
export const foreignKindOf = ({ tokens, titleLength }: Reading): 'foreign' | 'foreignTitle' =>
  tokens.length === titleLength ? 'foreignTitle' : 'foreign';

type TextParts = Pick<Components, 'intent' | 'fit' | 'relevance' | 'urgency' | 'reachability'>;
/** Whether the author asks for a reply. */
const reachabilityOf = ({ asking }: Reading): number => (asking.length > 0 ? 1 : 0.4);
/** Urgency alone means nothing: it counts as far as the need fits. */
const urgencyOf = ({ hits }: Reading, fit: number): number => Math.min(1, hits.filter(({ cue }) => cue === 'urgency').length / 2) * fit;

/** What speaks for and against an item, before its share determines how much all of it counts. */
function partsOf({ topic, need }: Said, reading: Reading): TextParts {
  const fit = topic * need;
  return { intent: need, fit, relevance: topic, urgency: urgencyOf(reading, fit), reachability: reachabilityOf(reading) };
}

/** The same by what the model read: whether it is about the topic, whether its author needs something, and whether that is the offering. */
function partsRead(odds: Odds, reading: Reading): TextParts {
  const [onTopic, lead, strong] = [shareOf(odds.onTopic), shareOf(odds.lead), shareOf(odds.strong)];
  const intent = Math.min(1, lead / onTopic);
  return { intent, fit: (lead + strong) / 2, relevance: onTopic, urgency: urgencyOf(reading, lead), reachability: reachabilityOf(reading) };
}

const ofText = ['intent', 'fit', 'relevance', 'urgency', 'reachability'] as const satisfies ComponentName[];
const maxShift = 30;
const halvings = 40;
const edge = 0.02;

/**
 * Shifts the parts together, in log odds, until their mean with the default weights is `share`. They keep their order, and their sum
 * becomes the calibrated score.
 */
export function moveTo(parts: TextParts, share: number): TextParts {
  let [low, high] = [-maxShift, maxShift];
  for (let round = 0; round < halvings; round += 1) {
    const middle = (low + high) / 2;
    if (meanOf(moved(parts, middle)) < share) low = middle;
    else high = middle;
  }
  return moved(parts, (low + high) / 2);
}

function moved(parts: TextParts, by: number): TextParts {
  const result = { ...parts };
  for (const name of ofText) {
    const bounded = Math.min(1 - edge, Math.max(edge, parts[name] ?? 0));
    result[name] = shareOf(Math.log(bounded / (1 - bounded)) + by);
  }
  return result;
}

const whole = ofText.reduce((sum, name) => sum + defaultWeights[name], 0);
const meanOf = (parts: TextParts): number => ofText.reduce((sum, name) => sum + (parts[name] ?? 0) * defaultWeights[name], 0) / whole;
