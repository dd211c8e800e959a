import { likenessTo } from '../encoder/meaning.ts';
import { commentLead, foreignFit } from './comment-need.ts';
import { budgetWorth } from './buying.ts';
import { picksOffer } from './object.ts';
import { offerSigns, type OfferSigns, aboutOf, offerFit } from './offer-signs.ts';
import { type Reading, titleAlone } from '../reading/reading.ts';
import { termsIn } from './asking.ts';
import type { Features } from './features.ts';
import type { Sums } from './model.ts';
import { isHeadline, isTitleOnly, needIn } from './need.ts';
import { titleForm } from './title-form.ts';
import { hasTitleForm, titleLead, titleNeed } from './title-need.ts';
import type { Profile } from './profile.ts';
import { nameOf } from './subreddit.ts';

/**
 * A short text states its need in one or two sentences, so counts and densities are meaningless: the need is read from the form
 * of these sentences, the topic from what they name.
 */
export interface Brief extends Sums {
  kind: 'post' | 'comment';
  /** An English post, whose form reads as a request for something. */
  isTitleAsk: boolean;
  /** 1 for a text scored by its sentences alone, falling to 0 for a long one. */
  share: number;
  /** How likely the text asks for something, whatever it is, 0 to 1. */
  asks: number;
  /** How likely it asks for exactly the offering, 0 to 1. */
  asksForOffer: number;
  /** Log odds that the author of an English comment, or of an English title without a text, needs the offering; null for any other. */
  leadOdds: number | null;
}

/**
 * In words: texts up to the first length are brief, from the second on they aren't; `below` is what stands below a title. Other
 * languages have no model for long texts.
 */
const lengths = { title: [20, 34], post: [14, 30], below: [8, 20], comment: [90, 220], foreign: [80, 240] } as const;

/** 1 for a length up to the first, falling to 0 at the second. */
const fadeOf = ([whole, none]: readonly [number, number], length: number): number =>
  Math.min(1, Math.max(0, (none - length) / (none - whole)));

/** Maps need and subject, each 0 to 1, to the scale of the model's sums; a title can't score higher than a good long post. */
const needScale = { from: -2.4, by: 5.4, most: 0.9 };
const topicScale = { from: -1.6, by: 3.8, most: 0.7 };

const scaled = ({ from, by, most }: typeof needScale, value: number): number => {
  const plain = from + by * value;
  return plain <= most ? plain : most + 0.25 * (plain - most);
};

type BriefFeatures = Pick<Features, 'hiresPeople' | 'fillsJob' | 'outOfRange' | 'careerTitle' | 'careerBody'>;

interface BriefSigns {
  features: BriefFeatures;
  /** What `titleOddsOf` says of it. */
  titleOdds: number | null;
}

/** Null for an empty text, or one too long to be brief. */
export function readBrief(profile: Profile, reading: Reading, { features, titleOdds }: BriefSigns): Brief | null {
  const isTitle = hasTitleForm(reading) && features.hiresPeople === 0;
  const [whole, none] = lengths[isTitle ? 'title' : reading.language === 'en' ? reading.item.kind : 'foreign'];
  const length = spokenLength(reading);
  if (length === 0 || length >= none) return null;
  const fit = features.hiresPeople > 0 ? 1 : offerFit(profile, reading);
  const stated = needIn(reading, { isCareer: isAboutCareer(reading, { ...features, fit: fit ?? 0 }) });
  const need = features.hiresPeople > 0 ? hiringNeed : needOf(reading, { stated, features, fit });
  const asks = picksOffer(profile, reading) && !isHeadline(reading) ? Math.max(need, pickedAsk) : need;
  const own = subjectOf(profile, reading, { asks: need > clearNeed, fit });
  const speaksEnglish = reading.item.kind === 'comment' && reading.language === 'en' && features.hiresPeople === 0;
  return {
    leadOdds: isTitle ? titleOdds : speaksEnglish ? commentLead(profile, reading, { stated, fit }) + Math.log(chanceWith(features)) : null,
    kind: reading.item.kind,
    isTitleAsk: reading.item.kind === 'post' && reading.language === 'en',
    asks,
    asksForOffer: stepOf(askSteps, asks) * stepOf(fitSteps, fit ?? unnamedFit * own) * budgetWorth(features),
    share: fadeOf([whole, none], length),
    need: scaled(needScale, need),
    topic: scaled(topicScale, own),
  };
}

/**
 * Log odds that the author of a post needs the offering, about 0 for one that is just a lead, by the title as if there were no
 * text below it; null without an English title of its own, or with one as long as a text.
 */
export function titleOddsOf(profile: Profile, reading: Reading, features: BriefFeatures): number | null {
  if (reading.item.kind !== 'post' || reading.language !== 'en') return null;
  if (features.hiresPeople > 0) return hiringOdds + Math.log(chanceWith(features));
  const title = titleAlone(reading);
  if (!hasTitleForm(title) || title.tokens.length >= lengths.title[1]) return null;
  const fit = offerFit(profile, title);
  const stated = needIn(title, { isCareer: isAboutCareer(title, { ...features, fit: fit ?? 0 }) });
  const likeness = likenessTo(profile.wish, profile.language.meaning.gistOfTitle(reading.item));
  const signs = offerSigns(profile, title, { form: titleForm(title), fit });
  const isAtHome = profile.campaign.subreddits.includes(reading.item.subreddit);
  if (!isAtHome && (namesOther(signs) || nearness({ signs, fit, likeness }) < leastNearness)) return unrelated;
  return titleLead(title, stated, { signs, likeness }) + Math.log(chanceWith(features));
}

const hiringOdds = 2;

/** How far the title speaks for a post with a text, 0 to 1: 1 above a word of thanks or a link, 0 above a text of its own. */
export const titleCover = (reading: Reading): number =>
  reading.item.kind === 'post' && !isTitleOnly(reading.item) ? fadeOf(lengths.below, spokenLength(reading) - reading.titleLength) : 0;

/** "A used camera for my WordPress photos" names what another trade sells, whatever it is for. */
const namesOther = ({ unnamed, otherName, fit }: OfferSigns): boolean => unnamed === 0 && otherName === 1 && fit < otherNameFit;
const otherNameFit = 0.35;

/** How much a title has to do with the offering. In a monitored subreddit, the model knows more. */
const nearness = ({ signs, fit, likeness }: { signs: OfferSigns; fit: number | null; likeness: number }): number =>
  Math.max(fit ?? 0, signs.terms, tradeNear * signs.ownTrade, likeness / likenessNear);
const tradeNear = 0.4;
const likenessNear = 4;
const leastNearness = 0.45;
const unrelated = -10;

/** What the form doesn't show and the features do: a job to be filled, an amount out of the offering's range. */
const chanceWith = (features: BriefFeatures): number => (features.fillsJob > 0 ? jobWorth : 1) * budgetWorth(features);

/** A comment may want or complain about something else than its thread, which is then no need for the offering. */
function needOf(reading: Reading, { stated, features, fit }: { stated: number; features: BriefFeatures; fit: number | null }): number {
  const need = (hasTitleForm(reading) ? titleNeed(reading, stated) : stated) * (features.fillsJob > 0 ? jobWorth : 1);
  return reading.thread && fit !== null && fit < foreignFit ? foreignWorth * need : need;
}

const foreignWorth = 0.7;

/** Parts of a URL aren't words: a title with a link below it is still brief. */
function spokenLength({ tokens, titleLength, item, language }: Reading): number {
  const [, none] = lengths[language === 'en' ? item.kind : 'foreign'];
  if (tokens.length > 4 * none) return tokens.length;
  let count = 0;
  let isLink = false;
  for (const [at, { text, start }] of tokens.entries()) {
    const field = at < titleLength ? item.title : item.body;
    const before = at === 0 || at === titleLength ? ' ' : field.slice(tokens[at - 1]?.end, start);
    isLink = text === 'http' || text === 'https' || (isLink && !/\s/.test(before));
    if (!isLink) count += 1;
  }
  return count;
}

/** A text that asks for something this much like the offering asks for nothing else. */
const offerNamed = 0.95;
/** From this fit on, words of careers only describe the offering: "Transcription service for interviews?" */
const offerLikely = 0.65;

/**
 * In a comment, or beside the offering itself, a campaign's own terms aren't about the author's career: "I need interviews
 * transcribed", "Mock interview services worth paying for?"
 */
function isAboutCareer(
  { item, hits }: Reading,
  { careerTitle, careerBody, fit }: Pick<Features, 'careerTitle' | 'careerBody'> & { fit: number },
): boolean {
  if (item.kind === 'post' && fit < offerNamed) return fit < offerLikely && hits.some(({ cue }) => cue === 'career');
  return careerTitle + careerBody > 0;
}

/** Factor on the subject when a request names no object: "Any recommendations?" */
const unnamedFit = 0.6;

/** Rises from 0 to 1, starting at `from`, over a range of `over`. */
const askSteps = { from: 0.45, over: 0.2 };
const fitSteps = { from: 0.2, over: 0.25 };
const stepOf = ({ from, over }: typeof askSteps, value: number): number => Math.min(1, Math.max(0, (value - from) / over));
const pickedAsk = 0.8;

/** A text that names this much of the offering can't be about something else. */
const ownEnough = 0.6;
const hiringNeed = 1;
const jobWorth = 0.3;
const clearNeed = 0.55;
/** A requested object that fits less than this is something else: "which camera did you use?" */
const otherFit = 0.4;
const otherWorth = 0.5;
const threadWorth = 0.95;
const subredditWorth = 0.75;
/** For a subreddit that the campaign monitors. */
const homeWorth = 0.2;

/**
 * How much the text is about the offering, 0 to 1: by its own words, or, if it names nothing else, by its thread or its
 * subreddit's name. A subreddit counts only for a text that asks.
 */
function subjectOf(profile: Profile, reading: Reading, { asks, fit }: { asks: boolean; fit: number | null }): number {
  const { thread, titleStems, bodyStems, gist } = reading;
  const asked = Math.max(0, ...reading.asking.map((sentence) => termsIn(profile, reading, sentence)));
  const own = Math.max(asked, aboutOf(profile, [titleStems, bodyStems], gist));
  if (own < ownEnough && (fit ?? 1) < otherFit) return own * otherWorth;
  const around = Math.max(
    thread ? threadWorth * aboutOf(profile, [thread.stems], thread.gist) : 0,
    asks ? subredditWorth * nameOf(profile, reading.item.subreddit) : 0,
  );
  const home = asks && profile.campaign.subreddits.includes(reading.item.subreddit) ? homeWorth : 0;
  return 1 - (1 - own) * (1 - around) * (1 - home);
}
