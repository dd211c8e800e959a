import { visibleText } from '../prompts/visible.ts';
import { cutAtWord } from './cut.ts';
import { withoutLinks } from './links.ts';
import type { DraftRequest } from './request.ts';

const maxAsked = 4;
const longestQuote = 240;
/** Questions such as "Any advice?", which add nothing next to a specific one. */
const empty =
  /^(?:any(?:one)?\b.{0,20}(?:advice|ideas?|thoughts|tips|help|suggestions|recommendations?|insights?)\b.{0,12}|thoughts|opinions|help|right|ok(?:ay)?|thanks.{0,20}|is (?:this|that) (?:normal|ok(?:ay)?)|what do you (?:think|guys think))[?!. ]*$/iu;
const wishing =
  /\b(?:looking for|in need of|need(?:ing)? (?:a|an|some|help|something|advice)|searching for|recommend(?:ation|ations)?|suggestions? for|alternatives? to|want to (?:know|find))\b/iu;

const sentencesOf = (text: string): string[] =>
  withoutLinks(visibleText(text).slice(0, 8000))
    .split(/(?<=[.?!])\s+|\n+/u)
    .map((sentence) =>
      sentence
        .replaceAll(/^[\s>#*+-]+|[*_`]+/gu, '')
        .replaceAll(/\s+/gu, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '');

const quotable = (sentence: string): string => cutAtWord(sentence, longestQuote);

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

export interface Asked {
  /** In the author's own words. */
  quotes: string[];
  /** False: they ask nothing, and the quotes are what they say instead. */
  isQuestion: boolean;
}

/** What the author of a post asks, quoted. A comment's title was written by someone else. */
export function askedIn({ kind, title, body }: DraftRequest['post']): Asked {
  const sentences = [...(kind === 'post' ? sentencesOf(title) : []), ...sentencesOf(body)].filter((sentence) => /\p{L}{2}/u.test(sentence));
  const questions = unlike(sentences.filter((sentence) => sentence.endsWith('?') || wishing.test(sentence)));
  const specific = questions.filter((question) => !empty.test(question));
  const asked = specific.length > 0 ? specific : questions;
  if (asked.length > 0) return { quotes: asked.slice(0, maxAsked).map(quotable), isQuestion: true };
  return { quotes: sentences.slice(0, 1).map(quotable), isQuestion: false };
}
