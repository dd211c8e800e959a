import { likenessTo } from '../encoder/meaning.ts';
import type { Cue } from '#core/text/lexicon.ts';
import type { Sentence } from '#core/text/sentences.ts';
import type { Token } from '#core/text/tokens.ts';
import type { Reading } from '../reading/reading.ts';
import type { Profile } from './profile.ts';
import { nameOf } from './subreddit.ts';

/** Words followed by what is requested: "which CRM", "best mattress", "any good trainers", "need a host". */
const openers = new Set(
  'which what whats any some best cheapest easiest simplest fastest safest better good decent affordable reliable cheap cheaper recommended favorite another need needs needed wanted want seeking hire iso wtb anything something someone somebody anyone does'.split(
    ' ',
  ),
);
/** Words preceded by what is requested: "mattress recommendations". */
const closers = new Set('recommendation recommendations recs suggestion suggestions alternative alternatives'.split(' '));
/** Words that may precede the object without naming it. */
const skipped = new Set(
  'of a an the other else good best better great decent cheap cheaper cheapest easiest simplest affordable reliable trustworthy patient new are is local simple small online independent specific particular comparable similar same exact real actual easy easier fair quick free paid some any more most really very nice solid quality kind type brand sort my our this that your first one no'.split(
    ' ',
  ),
);
const stops = new Set(
  'do does did would should could can will has have had was were i im ive you we they he she it its to for in on at with from these those about if or when how be who which what where than under over without near around please because but by so as out there while after before and am not cant dont doesnt wont do next per like worth'.split(
    ' ',
  ),
);
/** Words followed by a place or time instead of an object. */
const aside = new Set('in at near around within before after because but when if'.split(' '));
/** Names that fit any offering. */
const general = new Set(
  'one ones tool tools software app apps program programs system systems service services company companies firm shop store place places site sites website websites platform product products brand brands model option options alternative alternatives solution solutions replacement thing things stuff something anything someone anyone somebody anybody person people guy guys provider providers vendor pro pros professional professionals expert experts recommendation recommendations suggestion suggestions recs advice way ways kind type sort tips ideas idea luck experience experiences info help setup set starter source sources resource resources insurer everyone everybody yall folks teacher teachers need needs money price prices rate rates quote quotes fee fees deal deals worth anyone thinking considering wondering'.split(
    ' ',
  ),
);
const verbs = new Set(
  'get use buy go choose pick recommend suggest hire try call order take find have pay spend cost costs start look looking begin even know reach tried moved using getting buying going choosing hiring trying paying switching migrating moving'.split(
    ' ',
  ),
);
const isName = ({ text }: Token): boolean => !general.has(text) && !verbs.has(text);
const longest = 4;
const maxPhrases = 3;
/** Words followed by what is replaced or compared, not by what is requested. */
const compared = new Set(['than', 'from', 'over', 'beats']);
const breaks = /[,:;()[\]!?]|\s[-–—/]|[.–—](?:\s|$)/;

/** Words that are requested, or that describe the request after "for", "with", "to". */
interface Asked {
  named: readonly Token[];
  /** Whether it is the requested object itself. */
  isHead: boolean;
  /** Only begins the title, before a question that may name nothing: "Water stain after every storm, now what?" */
  isHeading?: boolean;
}

interface Phrases {
  asked: readonly Asked[];
  /** What questions choose among: "What dental plan covers implants?" */
  picked: readonly (readonly Token[])[];
}

/** Cached, because it is the same for all campaigns. */
const known = new WeakMap<Reading, Phrases>();

function phrasesOf(reading: Reading): Phrases {
  const found = known.get(reading) ?? {
    asked: reading.sentences.flatMap((sentence, index) => askedIn(reading, sentence, index)),
    picked: reading.thread ? [] : reading.sentences.flatMap((sentence, index) => pickedIn(reading, sentence, index)),
  };
  known.set(reading, found);
  return found;
}

/** How likely the requested object is the offering, 0 to 1; null when the text names none. */
export function askedFit(profile: Profile, reading: Reading): number | null {
  const { asked } = phrasesOf(reading);
  return asked.length === 0
    ? null
    : Math.max(
        ...asked.map(
          ({ named, isHead }) => (isHead ? 1 : detailWorth) * Math.max(phraseFit(profile, named), nameFit(profile, reading, named)),
        ),
      );
}

/**
 * Whether the text names what it requests, unlike "Got a letter from the IRS, who can help me?", "Ceiling leaks, what now?", and
 * "Any service to digitize slides?"
 */
export const namesRequest = (reading: Reading): boolean =>
  phrasesOf(reading).asked.some(({ named, isHeading }) => !isHeading && namesThing(reading, named));

function namesThing({ tokens }: Reading, phrase: readonly Token[]): boolean {
  const first = phrase.find(({ text }) => !verbs.has(text));
  if (!first || general.has(first.text) || unspecificEnd.has(first.text)) return false;
  const at = tokens.indexOf(first);
  const [left, right] = [tokens[at - 2]?.text ?? '', tokens[at - 1]?.text ?? ''];
  return right !== 'to' && !(general.has(left) && !needing.has(left) && aboutThing.has(right));
}
/** Words that follow a question word without naming anything: "what now?", "what works?" */
const unspecificEnd = new Set('now next instead then else works work helps help worked helped'.split(' '));
const needing = new Set(['need', 'needs']);
const aboutThing = new Set(['for', 'that', 'with', 'who', 'which', 'a', 'an']);

/**
 * Product names aren't in the vocabulary; in a subreddit that the campaign monitors they count as related to it. Names that are
 * also words, as in "Is the Uplift V2 worth it?", count only in a subreddit about the offering.
 */
function nameFit(profile: Profile, reading: Reading, phrase: readonly Token[]): number {
  const { item } = reading;
  if (item.kind !== 'post' || !profile.campaign.subreddits.includes(item.subreddit)) return 0;
  const isUnknown = (token: Token): boolean => !isKnown(profile, token) && isCapitalized(reading, token);
  if (phrase.some(isUnknown) && phrase.every((token) => isUnknown(token) || general.has(token.text))) return brandFit;
  const named = phrase.filter((token) => isName(token));
  const isBrand = named.every((token) => isCapitalized(reading, token)) && named.some((token) => !opensSentence(reading, token));
  return isBrand && !isTitleCase(reading) && nameOf(profile, item.subreddit) > 0 ? brandFit : 0;
}

/** In the background corpus, or a term of this campaign; whether other campaigns know it doesn't matter. */
const isKnown = ({ language, terms }: Profile, { stem }: Token): boolean =>
  stem >= 0 && (stem < language.background.stems.length || terms.has(stem));

/** Whether the capital may be due to the position; in "Smalls or Cat Person?" it isn't. */
function opensSentence(reading: Reading, token: Token): boolean {
  const { tokens, sentences } = reading;
  const at = tokens.indexOf(token);
  if (!sentences.some(({ from }) => from === at)) return false;
  const other = tokens[at + 2];
  return !(alternatives.has(tokens[at + 1]?.text ?? '') && other && isCapitalized(reading, other));
}

const alternatives = new Set(['or', 'vs', 'versus']);

function isCapitalized({ item, titleLength, tokens }: Reading, token: Token): boolean {
  const field = tokens.indexOf(token) < titleLength ? item.title : item.body;
  return /[\p{Lu}\p{N}]/u.test(field.charAt(token.start));
}

/** Whether capitals mean nothing, because every longer word has one. */
const isTitleCase = ({ item }: Reading): boolean => !/(?:^|[^\p{L}])\p{Ll}/u.test(item.title);

const brandFit = 0.45;

/** Of the phrases that name what is requested, the one that fits the offering best. */
export interface AskedThing {
  phrase: readonly Token[];
  /** How likely it is the offering, 0 to 1. */
  fit: number;
  /** "sitter" in "cat sitter recommendations"; null where only general words stand. */
  noun: Token | null;
}

export function askedThing(profile: Profile, reading: Reading): AskedThing | null {
  const ranked = phrasesOf(reading)
    .asked.filter(({ named, isHead }) => isHead && named.length > 0)
    .map(({ named }) => ({ phrase: named, fit: phraseFit(profile, named) }))
    .toSorted((a, b) => b.fit - a.fit);
  const [best] = ranked;
  return best ? { ...best, noun: best.phrase.findLast((token) => isName(token) && !closers.has(token.text)) ?? null } : null;
}

/** Where the text names what is requested: "invoicing app" in "Which invoicing app do you recommend?" */
export function askedPhrase(profile: Profile, reading: Reading): { from: number; to: number } | null {
  const asked = askedThing(profile, reading);
  const [first, last] = [asked?.phrase[0], asked?.phrase.findLast(({ text }) => !closers.has(text))];
  if (!asked || !first || !last || asked.fit < namedFit) return null;
  return { from: openingOf(reading, reading.tokens.indexOf(first)), to: reading.tokens.indexOf(last) + 1 };
}
const namedFit = 0.3;

/** Where "someone to move my site" or "alternative to LastPass for our team" begins, given where "move" or "team" stands. */
function openingOf({ tokens, sentences }: Reading, at: number): number {
  const start = Math.max(at - farthestOpening, sentences.find(({ from, to }) => from <= at && at < to)?.from ?? at);
  const opening = tokens
    .slice(start, at)
    .findIndex(({ text }, step) => openings.has(text) && afterOpening.has(tokens[start + step + 1]?.text ?? ''));
  return opening === -1 ? at : start + opening;
}
const openings = new Set('someone somebody something alternative alternatives replacement substitute'.split(' '));
const afterOpening = new Set(['to', 'for', 'who', 'that', 'like', 'with']);
const farthestOpening = 7;

/** Whether a question chooses among things like the offering. */
export const picksOffer = (profile: Profile, reading: Reading): boolean =>
  phrasesOf(reading).picked.some((phrase) => phraseFit(profile, phrase) >= clearFit);

const clearFit = 0.6;
const detailWorth = 0.3;
const termWorth = 1.3;
const likeFrom = 1;
const likeBy = 2.5;
/** Similarity in meaning counts for less than a name. */
const maxByLikeness = 0.8;

function phraseFit({ terms, wish, language }: Profile, phrase: readonly Token[]): number {
  const sum = [...new Set(phrase.map(({ stem }) => stem))].reduce((total, stem) => total + (terms.get(stem) ?? 0), 0);
  const gist = language.meaning.gistOfTokens(phrase);
  const named = 1 - Math.exp(-termWorth * sum);
  // The vocabulary doesn't contain product names.
  const alike = gist ? Math.min(1, Math.max(0, (likenessTo(wish, gist) - likeFrom) / likeBy)) : named;
  return Math.max(maxByLikeness * alike, named === 0 ? 0 : Math.sqrt(named * Math.max(alike, 0.5)));
}

function pickedIn(reading: Reading, sentence: Sentence, index: number): Token[][] {
  if (!sentence.question || !selectors.has(reading.tokens[sentence.from]?.text ?? '')) return [];
  if (reading.hits.some((hit) => hit.sentence === index && talk.has(hit.cue))) return [];
  const { phrase } = phraseAt(reading, sentence.from + 1, sentence.to);
  return phrase.length > 0 ? [phrase] : [];
}

const talk = new Set<Cue>(['opines', 'discuss', 'crowd']);

/** Comments say much around a request, so only what "which" and similar words choose among counts as requested. */
function askedIn(reading: Reading, sentence: Sentence, index: number): Asked[] {
  if (reading.thread) {
    const chosen = reading.asking.includes(sentence) ? chosenIn(reading, sentence) : [];
    return [...chosen, ...lookedForIn(reading, sentence), ...blamedIn(reading, sentence, index)];
  }
  const starts = startsIn(reading, sentence, index);
  const found: Asked[] = [];
  for (const start of starts) found.push(...phrasesFrom(reading, start, sentence.to));
  found.push(...phrasesBefore(reading, sentence));
  return [...found, ...headingOf(reading, sentence)];
}

/**
 * The object at the beginning of a title: "Stroller for tall parents, suggestions?", "Gusto or ADP?", "First smoker under 600,
 * what should I get?"
 */
function headingOf(reading: Reading, { from, to }: Sentence): Asked[] {
  if (from >= reading.titleLength) return [];
  return phrasesFrom(reading, from, to)
    .slice(0, 1)
    .map(({ named, isHead }) => ({ named, isHead, isHeading: true }));
}

const selectors = new Set(['which', 'what', 'whats', 'any', 'kind', 'type', 'brand', 'sort', 'there']);

function chosenIn(reading: Reading, { from, to }: Sentence): Asked[] {
  const at = reading.tokens.slice(from, to).findIndex(({ text }) => selectors.has(text));
  if (at === -1) return [];
  const { phrase } = phraseAt(reading, from + at + 1, to);
  return phrase.some(isName) ? [{ named: phrase, isHead: true }] : [];
}

/** What a comment's author looks for: "a beach" in "We've been looking for a beach like this". */
function lookedForIn(reading: Reading, { from, to }: Sentence): Asked[] {
  const at = reading.tokens
    .slice(from, to)
    .findIndex(({ text }, index) => text === 'for' && searching.has(reading.tokens[from + index - 1]?.text ?? ''));
  return at === -1 ? [] : phrasesFrom(reading, from + at + 1, to).slice(0, 1);
}
const searching = new Set(['looking', 'searching', 'hunting', 'shopping']);

/** What a complaint is about: "rigging" in "I'm so tired of rigging". */
function blamedIn(reading: Reading, { to: end }: Sentence, index: number): Asked[] {
  const { tokens, hits } = reading;
  const complaints = hits.filter(({ cue, sentence }) => sentence === index && (cue === 'pain' || cue === 'lacks'));
  return complaints.flatMap(({ from, to }) => {
    if (!tokens.slice(from, to).some(({ text }) => fedUp.has(text))) return [];
    const start = beforeBlamed.has(tokens[to]?.text ?? '') ? to + 1 : to;
    const { phrase } = phraseAt(reading, start, end);
    return phrase.some(isName) ? [{ named: phrase, isHead: true }] : [];
  });
}
const fedUp = new Set('tired sick fed done hate hating stuck'.split(' '));
const beforeBlamed = new Set(['of', 'with', 'by', 'on']);

function startsIn({ tokens, hits }: Reading, { from, to }: Sentence, index: number): number[] {
  const cued = hits.filter(({ cue, sentence }) => sentence === index && (cue === 'seek' || cue === 'choose')).map((hit) => hit.to);
  const opened: number[] = [];
  for (let at = from; at < to; at += 1) if (openers.has(tokens[at]?.text ?? '')) opened.push(at + 1);
  return [...new Set([...cued, ...opened])];
}

/** The phrase that begins here, and those after "for", "to", "with", which count as requested until something is named. */
function phrasesFrom(reading: Reading, start: number, end: number): Asked[] {
  const found: Asked[] = [];
  let at = start;
  let isHead = true;
  while (at < end && found.length < maxPhrases) {
    const { phrase, next } = phraseAt(reading, at, end);
    const isNamed = phrase.some(isName);
    if (isNamed) found.push({ named: phrase, isHead });
    isHead &&= !isNamed || isCompared(reading.tokens, at) || opensGeneral(reading.tokens, start);
    if (aside.has(reading.tokens[next]?.text ?? '')) break;
    at = next + 1;
  }
  return found;
}

/** "cheaper than X", "alternative to X", "instead of X": X is what the author replaces. */
function isCompared(tokens: readonly Token[], at: number): boolean {
  const [left, right] = [tokens[at - 2]?.text ?? '', tokens[at - 1]?.text ?? ''];
  return compared.has(right) || (right === 'to' && left.startsWith('alternative')) || (right === 'of' && left === 'instead');
}

/** "someone to …", "something that …" */
const opensGeneral = (tokens: readonly Token[], start: number): boolean =>
  general.has(tokens[start - 1]?.text ?? '') || general.has(tokens[start]?.text ?? '');

function phraseAt({ tokens, titleLength, item }: Reading, start: number, end: number): { phrase: Token[]; next: number } {
  const phrase: Token[] = [];
  let at = start;
  for (; at < end && phrase.length < longest; at += 1) {
    const token = tokens[at];
    if (!token) break;
    const field = at < titleLength ? item.title : item.body;
    if (phrase.length > 0 && breaks.test(field.slice(tokens[at - 1]?.end, token.start))) return { phrase, next: at - 1 };
    if (stops.has(token.text)) break;
    if (!skipped.has(token.text)) phrase.push(token);
  }
  return { phrase, next: at };
}

function phrasesBefore({ tokens }: Reading, { from, to }: Sentence): Asked[] {
  const found: Asked[] = [];
  for (let at = from; at < to; at += 1) {
    if (!closers.has(tokens[at]?.text ?? '')) continue;
    const phrase: Token[] = [];
    for (let back = at - 1; back >= from && phrase.length < longest; back -= 1) {
      const token = tokens[back];
      if (!token || stops.has(token.text)) break;
      if (!skipped.has(token.text)) phrase.unshift(token);
    }
    if (phrase.some(isName)) found.push({ named: phrase, isHead: true });
  }
  return found;
}
