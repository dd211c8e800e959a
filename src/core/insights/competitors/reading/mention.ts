import type { ComplaintTopic, MentionKind } from '#shared/competitors.ts';
import { endsSentenceAt } from '#core/text/sentences.ts';
import { sentimentOf } from '#core/text/sentiment.ts';
import { termsAndMarksIn } from '#core/text/tokens.ts';
import { isSeeking, isSelling, type Classified, classify } from './kind.ts';
import {
  withoutAddresses,
  asFollowUp,
  clauseEnd,
  namePlaceholder,
  withPlaceholder,
  withPronouns,
  termsOf,
  patterns,
  hitsOf,
  type PhrasePattern,
} from './tokens.ts';

/** Phrases that prove a complaint's topic; words such as "cost" or "support" alone don't. */
const cues: Record<ComplaintTopic, readonly PhrasePattern[]> = {
  price: patterns(
    'overpriced',
    'too|so|very|way|really|pretty|more|overly|insanely|ridiculously|is|are|was|got [{so}] expensive|pricey|costly',
    'raised|raising|increased|doubled|tripled|hiked|raise|increase * price|prices|pricing|fee|fees|rates',
    'price|prices|pricing|fees [has|have|keep|keeps] went|gone|going|doubled|tripled|increase|increases|hike|hikes|up|ridiculous|insane|skyrocketed',
    'price|prices|pricing|fees is|are [{so}] {bad}|high',
    'high|higher|insane|ridiculous|outrageous|crazy price|prices|pricing|fees|cost|costs',
    'cost|costs|charge|charges too much',
    'cheaper',
    'not|isnt worth * money|price|cost',
    'waste of * money',
  ),
  support: patterns(
    'customer service|support|care',
    'tech|technical support',
    'support|helpdesk [team|staff] is|are|was|never|wont|doesnt|has|takes|took',
    'no support from',
    'X support|helpdesk',
    'never|doesnt|dont|didnt|wont|not answer|answers|answered|answering|reply|replies|replied|respond|responds|responded|responding',
    'ignored my|me|us|our|all',
  ),
  reliability: patterns(
    'crash|crashes|crashed|crashing|buggy|unreliable|glitchy|outage|outages|freezes',
    'X [{part}] {be} [{so}] down|broken',
    'full of bugs',
    'stopped working',
    'doesnt|dont|didnt|wont|never work|works|worked|load|loads|sync|syncs !for|as|like',
    'is|are|does|do|did|will not work|working|load|loading|sync|syncing !for|as|like',
    'keeps|kept crashing|failing|breaking|freezing|logging|dropping',
    'not|isnt reliable',
    'X [{part}] [{so}] fails|failed|breaks|broke',
  ),
  speed: patterns('slow|laggy|sluggish|slower', 'takes|took forever', 'so much lag'),
  features: patterns(
    'lacks|lacked',
    'lack of',
    'X [{part}] is missing',
    'missing * feature|features',
    'doesnt|dont|does|do|cant|cannot|wont [not] support|offer|have|handle|export|import|print',
    'limited features|functionality',
  ),
  ease: patterns(
    'confusing|clunky|unintuitive|bloated',
    'complicated|complex [to|for]',
    'hard|difficult to use|learn|navigate|understand',
    'learning curve',
    '{bad} interface|ui|ux',
    'interface|ui|ux is|are|was [{so}] {bad}',
  ),
  billing: patterns(
    'charged|charging|charges|billed|billing me|us|my|twice|double',
    'overcharged|overcharging',
    'cancel|cancelling|canceling|cancelled * subscription|account|plan|membership|service',
    'impossible|hard to cancel',
    'auto renew|renewed|renewal',
    'refund|refunds|refunded',
  ),
  data: patterns(
    'lost|deleted|lose|loses|losing|erased [all|of|my|our|the] data|files|work|everything',
    'privacy|hacked|leaked|breached',
    'data|security breach|leak',
  ),
  integrations: patterns(
    'integration|integrations|zapier|webhook|webhooks',
    'doesnt|dont|wont|cant|cannot|not integrate|connect|sync with|to',
    'X api',
  ),
};
const topics = Object.entries(cues) as [ComplaintTopic, readonly PhrasePattern[]][];
/** Further away, a sentence speaks of something else. */
const maxFromName = 12;
const praised = new Set(['no', 'never', 'without', 'isnt', 'not', 'arent']);

/** Topics of a sentence that complains: each has its own phrase near the name. */
function topicsOf(words: readonly string[]): ComplaintTopic[] {
  const names = words.flatMap((word, at) => (word === namePlaceholder ? [at] : []));
  const isNear = (at: number): boolean => names.some((name) => Math.abs(name - at) <= maxFromName);
  const isDenied = (at: number): boolean =>
    words.slice(Math.max(words.lastIndexOf(clauseEnd, at) + 1, at - 2), at).some((word) => praised.has(word));
  return topics
    .filter(([, phrases]) => hitsOf(words, phrases).some(({ start }) => isNear(start) && !isDenied(start)))
    .map(([topic]) => topic);
}

interface Span {
  field: 'title' | 'body';
  start: number;
  end: number;
}
/** A sentence that names the product. `isNamed`: outside of web addresses. */
interface Sentence extends Span {
  isNamed: boolean;
  /** End of the sentence after it; its own end if there is none. */
  nextEnd: number;
}

const wordChar = /[\p{L}\p{N}]/u;
const longest = 320;
const maxSentences = 20;
const isEdge = (char: string | undefined): boolean => char === undefined || !wordChar.test(char);
interface Found {
  at: number;
  length: number;
}
/** The first of the names from `from` on as a whole word, in lowercase text; null if there is none. */
export function findName(lower: string, names: readonly string[], from: number): Found | null {
  let found: Found | null = null;
  for (const needle of names) {
    for (let at = lower.indexOf(needle, from); at !== -1; at = lower.indexOf(needle, at + 1)) {
      if (!isEdge(lower[at - 1]) || !isEdge(lower[at + needle.length])) continue;
      if (!found || at < found.at) found = { at, length: needle.length };
      break;
    }
  }
  return found;
}

function endFrom(text: string, at: number): number {
  let end = at;
  while (end < text.length && end - at < longest && !endsSentenceAt(text, end)) end += 1;
  while (end < text.length && text[end] !== '\n' && endsSentenceAt(text, end)) end += 1;
  return end;
}

function sentenceAround(text: string, { at, length }: Found): { start: number; end: number } {
  let start = at;
  while (start > 0 && at - start < longest && !endsSentenceAt(text, start - 1)) start -= 1;
  while (start < at && /\s/.test(text[start] ?? '')) start += 1;
  return { start, end: endFrom(text, at + length) };
}

/** A new paragraph speaks of something else. */
function nextEndOf(text: string, end: number): number {
  let start = end;
  while (text[start] === ' ') start += 1;
  return start === end || start === text.length || text[start] === '\n' ? end : endFrom(text, start);
}

function sentencesNaming(field: Span['field'], text: string, names: readonly string[]): Sentence[] {
  // Lowercasing some letters changes the length of the text, which would shift positions.
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return [];
  const plain = withoutAddresses(lower);
  const needles = names.map((name) => name.toLowerCase());
  const found: Sentence[] = [];
  for (let name = findName(lower, needles, 0); name && found.length < maxSentences;) {
    const { start, end } = sentenceAround(text, name);
    const isNamed = findName(plain.slice(start, end), needles, 0) !== null;
    found.push({ field, start, end, isNamed, nextEnd: field === 'title' ? end : nextEndOf(text, end) });
    name = findName(lower, needles, Math.max(end, name.at + name.length));
  }
  return found;
}

/** The sentences with one of the names, title before body, those that name it outside of an address first. */
function sentencesWith(names: readonly string[], { title, body }: { title: string; body: string }): Sentence[] {
  const found = [...sentencesNaming('title', title, names), ...sentencesNaming('body', body, names)];
  return found.toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed));
}

/** What is quoted of a text that only another spelling or an address of the product matched. */
const spanWithoutName = ({ title, body }: { title: string; body: string }): Span =>
  title === '' ? { field: 'body', start: 0, end: Math.min(body.length, longest) } : { field: 'title', start: 0, end: title.length };

const maxRead = 4000;
/** Upper limit for the sentiment of a complaint, lower limit for that of praise: many phrases carry none of their own. */
const complaintTone = -0.25;
const praiseTone = 0.3;

export interface MentionReading extends Span {
  kind: MentionKind;
  /** Can be true with the kind `alternative`. */
  complains: boolean;
  sentiment: number | null;
  topics: ComplaintTopic[];
}

/** What tells most about the author's need comes first. */
const rank: readonly MentionKind[] = ['alternative', 'complaint', 'praise', 'comparison', 'question', 'other'];

function toneOf({ praises, complains }: Classified, words: readonly string[]): number | null {
  // "Great until it crashed": both sides at once are no tone.
  if (praises === complains) return null;
  const read = sentimentOf(words.filter((word) => word !== clauseEnd && word !== namePlaceholder)) ?? 0;
  return complains ? Math.min(read, complaintTone) : Math.max(read, praiseTone);
}

function readingOf(span: Span, words: readonly string[]): MentionReading {
  const found = classify(words);
  // "Great, it crashed again": a complaint is never shown as positive.
  const tone = toneOf(found.kind === 'complaint' ? { ...found, praises: false } : found, words);
  return {
    field: span.field,
    start: span.start,
    end: span.end,
    kind: found.kind,
    complains: found.complains,
    sentiment: tone,
    topics: found.complains ? topicsOf(words) : [],
  };
}

/**
 * Classifies the mention of a product in a text by phrases, so the result is deterministic. Everything comes from the quoted
 * sentence, which names the product, or from the one after it that begins with a pronoun and is then quoted too. `isMeant` says
 * whether a sentence with the name means the product, if the name is also a common word.
 */
export function readMention(
  names: readonly string[],
  text: { title: string; body: string },
  isMeant: (sentence: string) => boolean = () => true,
): MentionReading {
  const parts = names.map(termsAndMarksIn).toSorted((a, b) => b.length - a.length);
  const termsIn = (from: string): string[] => withPlaceholder(termsOf(from), parts);
  const isAdvertising = isSelling(termsIn(`${text.title}\n${text.body.slice(0, maxRead)}`));

  const sourceOf = ({ field }: Span): string => (field === 'title' ? text.title : text.body);
  const quoteOf = (span: Span): string => sourceOf(span).slice(span.start, span.end);
  function readingsOf(sentence: Sentence): MentionReading[] {
    const words = withPronouns(termsIn(quoteOf(sentence)));
    const own = readingOf(sentence, words);
    const after = termsIn(sourceOf(sentence).slice(sentence.end, sentence.nextEnd));
    const both = { ...sentence, end: sentence.nextEnd };
    // "It keeps crashing. What else do you use?": the quote shows the question too.
    if (own.complains && isSeeking(after)) return [{ ...own, ...both, kind: 'alternative' }];
    const next = asFollowUp(after, words);
    return next === null ? [own] : [own, readingOf(both, next)];
  }

  const sentences = sentencesWith(names, text);
  const meant = sentences.filter((sentence) => sentence.isNamed && isMeant(quoteOf(sentence)));
  const readings = isAdvertising ? [] : meant.flatMap(readingsOf);
  const [best] = readings.toSorted((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind));
  const { field, start, end } = meant[0] ?? sentences[0] ?? spanWithoutName(text);
  return best ?? { field, start, end, kind: 'other', complains: false, sentiment: null, topics: [] };
}
