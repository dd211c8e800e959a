import { outlineNote } from '#shared/reply-check.ts';
import { askedIn } from './asked.ts';
import { cutAtWord } from './cut.ts';
import { type PostFacts, readPostFacts } from './post-facts.ts';
import type { Draft, DraftRequest } from './request.ts';
import { touchingFacts } from './touching.ts';

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
