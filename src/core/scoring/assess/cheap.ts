import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Cue } from '#core/text/lexicon.ts';
import { isOutOfRange, listBudgets } from './budgets.ts';
import type { Profile } from './profile.ts';
import { type Reading, speaksOfSelf, type StemCounts } from './reading.ts';
import { hiresWork, isOffered } from './speaker.ts';

/** What shows that a text is about what the campaign offers. */
export const topicNames = ['rules', 'terms', 'home', 'named', 'thread', 'length'] as const;

/** What shows whether the author needs something, whatever it is. */
export const needNames = [
  'asksInTitle',
  'asks',
  'asksBriefly',
  'question',
  'trouble',
  'joins',
  'urgent',
  'thanks',
  'self',
  'sellsInTitle',
  'sells',
  'advises',
  'discusses',
  'career',
  'done',
  'courtesy',
  'readers',
  'popular',
  'poor',
  'comment',
  'brief',
  'length',
] as const;

export type Features = Record<(typeof topicNames)[number] | (typeof needNames)[number], number>;

const numbers = <Name extends string>(names: readonly Name[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber>);
const modelSchema = z.strictObject({
  topic: z.strictObject({ start: z.number(), weights: numbers(topicNames) }),
  /** Most people who write a comment answer one. */
  need: z.strictObject({
    start: z.strictObject({ post: z.number(), brief: z.number(), comment: z.number() }),
    weights: numbers(needNames),
  }),
});
export type CheapModel = z.infer<typeof modelSchema>;

let shipped: CheapModel | null = null;
/** The shipped weights, fitted by `training/cheap.ts`. */
const readModel = (): CheapModel =>
  (shipped ??= modelSchema.parse(JSON.parse(readFileSync(new URL('./cheap.json', import.meta.url), 'utf8'))));

/** What the cheap stage says of a text, each 0 to 1. */
export interface Said {
  /** How likely it is about what the campaign offers. */
  topic: number;
  /** How likely its author needs something, if it is. */
  need: number;
}

/** Two logistic regressions: a text is a lead if it is about the offering and its author needs something, so much of one can't make up for the other. */
export function judge(features: Features, { topic, need } = readModel()): Said {
  const sum = <Name extends keyof Features>(weights: Readonly<Record<Name, number>>): number =>
    (Object.keys(weights) as Name[]).reduce((total, name) => total + weights[name] * features[name], 0);
  return { topic: shareOf(topic.start + sum(topic.weights)), need: shareOf(need.start[kindOf(features)] + sum(need.weights)) };
}

export const kindOf = ({ comment, brief }: Pick<Features, 'comment' | 'brief'>): keyof CheapModel['need']['start'] =>
  comment === 1 ? 'comment' : brief === 1 ? 'brief' : 'post';

export const shareOf = (odds: number): number => 1 / (1 + Math.exp(-odds));

const maxRules = 3;
/** Of what people write in monitored subreddits, for a campaign that names none. */
const anywhere = 0.8;
/** A title above a word of thanks or a link is all that its author says; texts in other languages are as short. */
const briefWords = { below: 8, foreign: 80 };
const readBelow = 600;

function isBrief({ item, tokens, language }: Reading): boolean {
  if (item.kind === 'comment') return false;
  if (language !== 'en' && tokens.length < briefWords.foreign) return true;
  if (item.body.length > readBelow) return false;
  const words = item.body.split(/\s/).filter((word) => word !== '' && !/^\(?https?:/.test(word));
  return words.length <= briefWords.below;
}

/** `rules`: how many rules match. */
export function listFeatures(profile: Profile, reading: Reading, rules: number): Features {
  const { item, tokens, titleLength, titleStems, bodyStems, threadStems } = reading;
  const { terms, prices, named } = profile;
  const ownName = named.get(item.subreddit.toLowerCase());
  const shown = needOf(reading);
  const hires = hiresWork(profile, reading);
  const isBuyer = hires || profile.servesJobs;
  const above = bm25(terms, threadStems ?? titleStems, 1);
  return {
    ...shown,
    rules: Math.min(maxRules, rules),
    terms: Math.log1p(above) + Math.log1p(bm25(terms, bodyStems, (tokens.length - titleLength) / usualBody)),
    // What a comment answers says what it is about.
    thread: threadStems && above > 0 ? 1 : 0,
    home: named.size === 0 ? anywhere : ownName === undefined ? 0 : 1,
    named: ownName ?? 0,
    asksInTitle: hires ? 1 : shown.asksInTitle,
    sellsInTitle: !isBuyer && (shown.sellsInTitle === 1 || isOffered(profile, reading)) ? 1 : 0,
    sells: isBuyer ? 0 : shown.sells,
    career: isBuyer ? 0 : shown.career,
    poor: isOutOfRange(prices, listBudgets(reading)) ? 1 : 0,
  };
}

type Shown = Omit<Features, Exclude<(typeof topicNames)[number], 'length'> | 'poor'>;
/** Cached, because it is the same for all campaigns. */
const known = new WeakMap<Reading, Shown>();

function needOf(reading: Reading): Shown {
  const found = known.get(reading) ?? findNeed(reading);
  known.set(reading, found);
  return found;
}

function findNeed(reading: Reading): Shown {
  const { item, tokens, titleLength, sentences } = reading;
  const isComment = item.kind === 'comment';
  const brief = isBrief(reading);
  const asks = !isHeadline(reading);
  const [title, body] = [new Map<Cue, number>(), new Map<Cue, number>()];
  for (const { cue, from } of asks ? reading.hits : []) {
    const counts = from < titleLength ? title : body;
    counts.set(cue, (counts.get(cue) ?? 0) + 1);
  }
  const inTitle = (...cues: readonly Cue[]): number => (cues.some((cue) => title.has(cue)) ? 1 : 0);
  const inBody = (...cues: readonly Cue[]): number => Math.log1p(cues.reduce((sum, cue) => sum + (body.get(cue) ?? 0), 0));
  const inBoth = (...cues: readonly Cue[]): number =>
    Math.log1p(cues.reduce((sum, cue) => sum + (title.get(cue) ?? 0) + (body.get(cue) ?? 0), 0));
  const asksInTitle = inTitle('seek', 'help', 'choose');
  const question = asks && sentences.some((one, at) => one.question && (one.field === 'title' || at === sentences.length - 1)) ? 1 : 0;
  return {
    asksInTitle,
    asks: inBody('seek', 'help', 'choose'),
    asksBriefly: brief && asksInTitle + question > 0 ? 1 : 0,
    question,
    trouble: inBoth('pain', 'lacks'),
    joins: inBoth('joins'),
    urgent: inBoth('urgency', 'budget'),
    thanks: inBoth('thanks'),
    self: shareOfSelf(reading),
    sellsInTitle: inTitle('seller'),
    sells: inBoth('seller', 'promotes'),
    advises: inBoth('teach', 'answers'),
    discusses: inBoth('discuss', 'opines'),
    career: inBoth('career'),
    done: inBoth('glad', 'solved'),
    courtesy: isComment ? inBoth('courtesy', 'notice') : 0,
    readers: (10 * tokens.filter(({ text }) => secondPerson.has(text)).length) / (tokens.length + 20),
    popular: isComment ? 0 : Math.log(Math.min(votes.to, Math.max(votes.from, item.score ?? 0)) / votes.from),
    comment: isComment ? 1 : 0,
    brief: brief ? 1 : 0,
    length: brief ? 0 : Math.log1p(tokens.length - titleLength),
  };
}

/** Hundreds of votes go to stories, news, and discussions; a question rarely gets more than these. */
const votes = { from: 80, to: 800 };

const secondPerson = new Set('you your youre youll yours'.split(' '));

/** Share of the body's sentences that speak in the first person. */
function shareOfSelf({ sentences, tokens }: Reading): number {
  const body = sentences.filter(({ field }) => field === 'body');
  return body.filter((sentence) => speaksOfSelf(sentence, tokens)).length / (body.length + 1);
}

/** The title of a link to another site is its headline, unless its author speaks: "Desks: which one is right for you?" */
export function isHeadline({ item, tokens, titleLength, hits, sentences }: Reading): boolean {
  if (item.kind === 'comment' || item.url === null || tokens.length > titleLength || onReddit.test(item.url)) return false;
  if (speaksOfSelf({ from: 0, to: tokens.length }, tokens)) return false;
  const addresses = tokens.some(({ text }) => secondPerson.has(text));
  return (
    addresses || !hits.some(({ cue, sentence }) => cue === 'seek' && sentence === sentences.length - 1 && sentences[sentence]?.question)
  );
}
const onReddit = /^https?:\/\/(?:[a-z]+\.)?(?:reddit\.com|redd\.it)\//i;

const saturationK = 1.2;
const lengthShare = 0.75;
const usualBody = 150;

function bm25(terms: ReadonlyMap<number, number>, counts: StemCounts, relativeLength: number): number {
  const norm = saturationK * (1 - lengthShare + lengthShare * relativeLength);
  let sum = 0;
  for (const [stem, count] of counts) {
    const weight = terms.get(stem);
    if (weight !== undefined) sum += (weight * count * (saturationK + 1)) / (count + norm);
  }
  return sum;
}
