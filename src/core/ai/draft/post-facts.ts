import { visibleText } from '../prompts/visible.ts';
import { cutAtWord } from './cut.ts';
import { withoutEdges } from '../answers/edges.ts';
import { withoutLinks } from './links.ts';

/** What a post says about its author's situation, quoted; null if it doesn't. */
export interface PostFacts {
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

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.?!])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

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
  const sentences = sentencesOf(text);
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
