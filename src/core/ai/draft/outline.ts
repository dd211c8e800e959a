import { outlineNote } from '#shared/reply-check.ts';
import { sentencesIn } from '#core/text/sentences.ts';
import { stemOf } from '#core/text/stems.ts';
import { withoutEdges } from '../answers/read-json.ts';
import { visibleText } from '../prompts/visible.ts';
import { cutAtWord, withoutLinks, type DraftRequest, type Draft } from './request.ts';

const maxAsked = 4;
const longestAsked = 240;
/** Questions such as "Any advice?", which add nothing next to a specific one. */
const empty =
  /^(?:any(?:one)?\b.{0,20}(?:advice|ideas?|thoughts|tips|help|suggestions|recommendations?|insights?)\b.{0,12}|thoughts|opinions|help|right|ok(?:ay)?|thanks.{0,20}|is (?:this|that) (?:normal|ok(?:ay)?)|what do you (?:think|guys think))[?!. ]*$/iu;
const wishing =
  /\b(?:looking for|in need of|need(?:ing)? (?:a|an|some|help|something|advice)|searching for|recommend(?:ation|ations)?|suggestions? for|alternatives? to|want to (?:know|find))\b/iu;

const sentencesOf = (text: string): string[] =>
  sentencesIn(withoutLinks(visibleText(text).slice(0, 8000)))
    .map((sentence) =>
      sentence
        .replaceAll(/^[\s>#*+-]+|[*_`]+/gu, '')
        .replaceAll(/\s+/gu, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '');

const shortQuote = (sentence: string): string => cutAtWord(sentence, longestAsked);

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** One of two that say the same goes: a title is often asked again in the text. */
function unlike(sentences: readonly string[]): string[] {
  return sentences.filter(
    (sentence, index) =>
      !sentences.some(
        (other, at) => at !== index && plain(other).includes(plain(sentence)) && (plain(other) !== plain(sentence) || at < index),
      ),
  );
}

interface Asked {
  /** In the author's own words. */
  quotes: string[];
  /** False: they ask nothing, and the quotes are what they say instead. */
  isQuestion: boolean;
}

/** What the author of a post asks, quoted. A comment's title was written by someone else. */
function askedIn({ kind, title, body }: DraftRequest['post']): Asked {
  const sentences = [...(kind === 'post' ? sentencesOf(title) : []), ...sentencesOf(body)].filter((sentence) => /\p{L}{2}/u.test(sentence));
  const questions = unlike(sentences.filter((sentence) => sentence.endsWith('?') || wishing.test(sentence)));
  const specific = questions.filter((question) => !empty.test(question));
  const asked = specific.length > 0 ? specific : questions;
  if (asked.length > 0) return { quotes: asked.slice(0, maxAsked).map(shortQuote), isQuestion: true };
  return { quotes: sentences.slice(0, 1).map(shortQuote), isQuestion: false };
}

/** What a post says about its author's situation, quoted; null if it doesn't. */
interface PostFacts {
  /** What goes wrong: "I am tired of chasing clients". */
  problem: string | null;
  /** As written: "$30 a month". */
  budget: string | null;
  mentionsTried: boolean;
  mentionsSize: boolean;
  mentionsDeadline: boolean;
}

const longestQuote = 110;
const problemPattern =
  /\b(?:tired of|sick of|struggl\w+|frustrat\w+|annoy\w+|hat(?:e|ing)\b|can(?:'|’)?t\b|cannot|do(?:es)?n(?:'|’)?t (?:work|pay|reply|answer|scale)|wast\w+|takes (?:me )?(?:too|so|hours|forever|ages)|keeps? (?:\w+ing)|late\b|los(?:e|ing|t)\b|forget\w*|mess\b|chaos|overwhelm\w+|too (?:expensive|slow|complicated|much|many)|problem|issue|pain)/iu;
const money =
  /(?:(?:under|below|up to|around|about|max(?:imum)?|less than)\s+)?(?:[$€£]\s?\d[\d.,]{0,15}k?|\d[\d.,]{0,15}\s?(?:dollars|euros|pounds|usd|eur|gbp|bucks))(?:\s?(?:\/|per|a)\s?(?:month|mo|year|yr|user|seat|hour|week))?/iu;

/** Removes characters that look odd inside quotation marks, and shortens the text between words. */
function quotable(text: string): string {
  const words = text
    .replaceAll(/["“”]/g, '')
    .replaceAll(/[*_`>#]+/g, '')
    .replaceAll(/\s+/g, ' ');
  const tidy = withoutEdges(words, { start: /[\s,:–—-]/u, end: /[\s.,:;–—-]/u });
  return cutAtWord(tidy, longestQuote);
}

export function readPostFacts({ title, body }: { title: string; body: string }): PostFacts {
  const text = withoutLinks(visibleText(`${title}\n${body}`).slice(0, 8000));
  const sentences = sentencesIn(text);
  const problemSentence = sentences.find((sentence) => problemPattern.test(sentence) && !sentence.endsWith('?'));
  return {
    problem: problemSentence === undefined ? null : quotable(problemSentence),
    budget: money.exec(text)?.[0].trim() ?? null,
    mentionsTried: /\b(?:tried|tested|switched from|used to use|currently (?:use|using)|we use|i use|been using)\b/i.test(text),
    mentionsSize:
      /\b(?:solo|alone|just me|one[- ]person|team of|\d+ (?:people|employees|users|clients|staff)|small team|we are|we're|my (?:team|company|agency))\b/i.test(
        text,
      ),
    mentionsDeadline:
      /\b(?:asap|urgent\w*|today|tomorrow|this (?:week|month)|next (?:week|month)|deadline|by (?:monday|tuesday|wednesday|thursday|friday|the end))\b/i.test(
        text,
      ),
  };
}

const generic = new Set(
  (
    'a about all also an any anyone app are at based be been best better business but by can company do does easy every everyone fast find first for ' +
    'free from get good great handle has have help high how if in into is it its just keep like little lot make many more most much ' +
    'need new no not of on one online only or other our out over own people platform product quality run sell send service ' +
    'simple small so software solution some start support system team that the their them they thing this time to tool us use ' +
    'user want way we what when where which who will with without work year you your client customer day month week without'
  )
    .split(' ')
    .map(stemOf),
);
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map(stemOf).filter((stem) => stem.length > 2 && !generic.has(stem));

const maxFacts = 4;
const longestFact = 90;

/** What the campaign says about its offer, in pieces of a few words. */
const factsOf = ({ offering, description, painPoints }: DraftRequest['campaign']): string[] =>
  [offering || description, ...painPoints]
    .join('\n')
    .split(/[.,;:!?\n()]|\s[–—-]\s|\band\b/u)
    .map((fact) => fact.replaceAll(/\s+/g, ' ').trim())
    .filter((fact) => fact.length > 2 && fact.length <= longestFact);

/** Facts of the offer that share a distinctive word with the text, as the campaign words them; empty if none does. */
function touchingFacts(campaign: DraftRequest['campaign'], text: string): string[] {
  const said = new Set(stemsOf(text.slice(0, 8000)));
  const facts = new Map(factsOf(campaign).map((fact) => [fact.toLowerCase(), fact]));
  return [...facts.values()].filter((fact) => stemsOf(fact).some((stem) => said.has(stem))).slice(0, maxFacts);
}

const promotionRule =
  /\bno\b[^.\n]{0,40}\b(?:self[- ]?promo\w*|promot\w+|advertis\w+|solicit\w*|spam\w*|marketing)|(?:self[- ]?promo\w*|advertis\w+|promotion)\b[^.\n]{0,40}\b(?:not allowed|forbidden|prohibited|banned|will be removed)/i;
/** A rule that a reply can break. */
const replyRule = /promo|advertis|solicit|spam|market|link|disclos|affiliat|\bai\b|chatgpt|generated|\bdms?\b|off[- ]topic|low[- ]effort/i;
const longestRule = 160;
const maxRules = 2;

const note = (text: string): string => `${outlineNote} ${text}]`;
const list = (items: readonly string[]): string => items.map((item) => `“${item}”`).join(', ');
/** What somebody who looks for something leaves open. */
function openPoints(facts: PostFacts): string[] {
  const points: [boolean, string][] = [
    [facts.mentionsTried, 'what they have tried'],
    [facts.budget !== null, 'their budget'],
    [facts.mentionsSize, 'how many people it is for'],
    [facts.mentionsDeadline, 'when they need it'],
  ];
  return points.flatMap(([isSaid, point]) => (isSaid ? [] : [point]));
}

interface Parts {
  /** Quotes of the author, each with a place for the answer. */
  asked: string[];
  said: string | null;
  rules: string | null;
  offer: string;
  open: string;
}

function offerNote({ post, campaign, subredditRules }: DraftRequest): string {
  const forbidding = subredditRules.find((rule) => promotionRule.test(rule));
  if (forbidding !== undefined) return note(`r/${post.subreddit} doesn't allow promotion, so leave your offer out`);
  const facts = touchingFacts(campaign, `${post.title}\n${post.body}`);
  if (facts.length === 0) return note('Nothing in your offer has to do with this, so leave it out');
  return note(`From your offer: ${list(facts)}. Say that it is yours`);
}

function partsOf(request: DraftRequest): Parts {
  const { post, tone, subredditRules } = request;
  const facts = readPostFacts(post);
  const { quotes, isQuestion } = askedIn(post);
  const shown = tone === 'short' ? quotes.slice(0, 1) : quotes;
  const told = [facts.problem, facts.budget].filter((fact) => fact !== null && !shown.some((quote) => quote.includes(fact)));
  const rules = subredditRules
    .filter((rule) => replyRule.test(rule))
    .slice(0, maxRules)
    .map((rule) => cutAtWord(rule, longestRule));
  const open = openPoints(facts);
  return {
    asked: shown.flatMap((quote) => [`> ${quote}`, note(isQuestion ? 'Your answer' : 'Your reply: they ask no question')]),
    said: told.length === 0 ? null : note(`They also say: ${list(told.filter((fact) => fact !== null))}`),
    rules: rules.length === 0 ? null : note(`Rules of r/${post.subreddit}: ${list(rules)}`),
    offer: offerNote(request),
    open: note(open.length === 0 ? 'Your question' : `Your question. They don't say ${open.join(', ')}`),
  };
}

const joined = (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join('\n\n');

/**
 * Three outlines without a model: what the post asks in its own words, what of the offer has to do with it, and the rules
 * that a reply can break. Every line that is not a quote is a note to write over; none gives advice.
 */
export function draftOutlines(request: DraftRequest): Draft[] {
  const { asked, said, rules, offer, open } = partsOf(request);
  return [
    { label: 'Outline', text: joined([...asked, said, rules]) || note('Your reply') },
    { label: 'Outline with your offer', text: joined([...asked, said, offer, rules]) },
    { label: 'A question', text: joined([asked[0] ?? null, open, rules]) },
  ];
}
