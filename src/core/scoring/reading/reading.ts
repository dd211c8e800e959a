import type { FetchedItem } from '#core/platform/item.ts';
import { createFolder, type Folded, unitsFrom } from '../text/fold.ts';
import { languageOf, type TextLanguage, textLanguages } from '../text/text-language.ts';
import { type Cue, cues, lexiconOf } from './lexicon.ts';
import { listMentions, type Mentions } from './mentions.ts';
import { ownText } from './own-text.ts';
import type { CueHit, Sentence, Token } from './parts.ts';
import { compilePhrases, type Phrases } from './phrases.ts';
import { splitSentences } from './sentences.ts';
import { type Traits, traitsOf } from './traits.ts';
import { Vocabulary, type Word } from './vocabulary.ts';

/** The thread of a comment, which someone else wrote. */
export interface Thread {
  stems: StemCounts;
  gist: Float32Array;
  length: number;
}

/** An item analyzed once for all campaigns. */
export interface Reading {
  item: FetchedItem;
  language: TextLanguage;
  /** The author's own words: the title's, then the body's. A comment has no title of its own. */
  tokens: Token[];
  titleLength: number;
  sentences: Sentence[];
  hits: CueHit[];
  /** Sentences that ask, by form or by wording. */
  asking: Sentence[];
  mentions: Mentions;
  traits: Traits;
  titleStems: StemCounts;
  bodyStems: StemCounts;
  /** Vector sums of the distinctive stems of the title, and of the whole text. */
  titleGist: Float32Array;
  gist: Float32Array;
  /** Null for posts. */
  thread: Thread | null;
}

export type StemCounts = ReadonlyMap<number, number>;

/** State for reading texts: the words known so far, and the phrases of the lexicon. */
export interface Reader {
  vocabulary: Vocabulary;
  read: (item: FetchedItem) => Reading;
}

/** Longer texts are truncated here: a need is stated near the beginning or not at all. */
const maxTextLength = 12_000;

const maxWordLength = 40;

/** @param gistOf sums the vectors of stems, each weighted by its count. */
export function createReader(stems: readonly string[], gistOf: (counts: readonly StemCounts[]) => Float32Array): Reader {
  const phrases = compileLexicons();
  const vocabulary = new Vocabulary(stems, phrases);
  const fold = createFolder();
  const read = (item: FetchedItem): Reading => {
    const isComment = item.kind === 'comment';
    const head = listTokens(fold(item.title));
    const body = ownText(item.body.slice(0, maxTextLength));
    const text = listTokens(fold(body));
    const tokens = isComment ? text : head.concat(text);
    const language = languageOf(tokens);
    const know = vocabulary.termsIn(language);
    for (const token of tokens) fillIn(token, know(token.text));
    const title = isComment ? '' : item.title;
    const titleLength = isComment ? 0 : head.length;
    const sentences = splitSentences({ tokens, titleLength, title, body });
    const hits = listCues(tokens, sentences, phrases[language]);
    const titleStems = countStems(tokens.slice(0, titleLength));
    const bodyStems = countStems(tokens.slice(titleLength));
    return {
      item,
      language,
      tokens,
      titleLength,
      sentences,
      hits,
      asking: listAsking(sentences, hits),
      mentions: listMentions(tokens, titleLength),
      traits: traitsOf({ item, tokens, titleLength, sentences, hits }),
      titleStems,
      bodyStems,
      titleGist: gistOf([titleStems]),
      gist: gistOf([titleStems, bodyStems]),
      thread: isComment ? threadOf(head, { know, gistOf }) : null,
    };
  };
  return { vocabulary, read };
}

/** Cached, because they are the same for all campaigns. */
const titles = new WeakMap<Reading, Reading>();

/** A post as if it had no body. */
export function titleAlone(reading: Reading): Reading {
  const known = titles.get(reading);
  if (known) return known;
  const { titleLength, titleGist } = reading;
  const item = { ...reading.item, body: '' };
  const tokens = reading.tokens.slice(0, titleLength);
  const sentences = reading.sentences.filter(({ field }) => field === 'title');
  const hits = reading.hits.filter(({ from }) => from < titleLength);
  const title: Reading = {
    ...reading,
    item,
    tokens,
    sentences,
    hits,
    asking: reading.asking.filter(({ field }) => field === 'title'),
    mentions: listMentions(tokens, titleLength),
    traits: traitsOf({ item, tokens, titleLength, sentences, hits }),
    bodyStems: new Map(),
    gist: titleGist,
  };
  titles.set(reading, title);
  return title;
}

function compileLexicons(): Record<TextLanguage, Phrases> {
  const compiled = textLanguages.map((language) => [language, compilePhrases(cues.map((cue) => lexiconOf(language)[cue]))]);
  return Object.fromEntries(compiled) as Record<TextLanguage, Phrases>;
}

interface ThreadParts {
  know: (text: string) => Word;
  gistOf: (counts: readonly StemCounts[]) => Float32Array;
}

function threadOf(title: readonly Token[], { know, gistOf }: ThreadParts): Thread {
  const stems = countStems(title.map((token) => ({ stem: know(token.text).stem })));
  return { stems, gist: gistOf([stems]), length: title.length };
}

function countStems(tokens: readonly Pick<Token, 'stem'>[]): StemCounts {
  const counts = new Map<number, number>();
  for (const { stem } of tokens) if (stem >= 0) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

function listAsking(sentences: readonly Sentence[], hits: readonly CueHit[]): Sentence[] {
  const asking = new Set(hits.filter(({ cue }) => cue === 'seek' || cue === 'help' || cue === 'choose').map(({ sentence }) => sentence));
  return sentences.filter((sentence, index) => sentence.question || asking.has(index));
}

function fillIn(token: Token, { stem, phrase }: Word): void {
  token.stem = stem;
  token.phrase = phrase;
}

/** Words with their positions; their stems are filled in once the language is known. */
export function listTokens(folded: Folded): Token[] {
  const { codes, offsets, length } = folded;
  const tokens: Token[] = [];
  let from = 1;
  for (let at = 1; at < length; at += 1) {
    if (codes[at] !== 32) continue;
    const text = unitsFrom(folded, from, Math.min(at, from + maxWordLength));
    tokens.push({ text, stem: -1, phrase: 0, start: offsets[from] ?? 0, end: offsets[at] ?? 0 });
    from = at + 1;
  }
  return tokens;
}

function listCues(tokens: readonly Token[], sentences: readonly Sentence[], phrases: Phrases): CueHit[] {
  const numbers = Int32Array.from(tokens, ({ phrase }) => phrase);
  const hits: CueHit[] = [];
  for (const [index, sentence] of sentences.entries()) {
    for (let from = sentence.from; from < sentence.to; from += 1) {
      if (phrases.step(1, numbers[from] ?? 0) === 0) continue;
      hits.push(
        ...walk(numbers.subarray(from, sentence.to), phrases).map(([cue, length]) => ({ cue, from, to: from + length, sentence: index })),
      );
    }
  }
  const asking = new Set(hits.filter(({ cue }) => cue === 'seek' || cue === 'choose' || cue === 'help').map(({ sentence }) => sentence));
  return hits.filter((hit) => {
    // "Any tips for …?" asks for what a guide teaches, so it isn't teaching.
    if (hit.cue === 'teach') return !(asking.has(hit.sentence) || sentences[hit.sentence]?.question);
    if (hit.cue === 'seller' || hit.cue === 'opines') return !isWanted(hit, tokens, hits);
    return true;
  });
}

/** "Thinking of hiring" and "someone to review my petition" are what a customer wants, "We're hiring" and "Review my app" aren't. */
function isWanted({ from, to }: CueHit, tokens: readonly Token[], hits: readonly CueHit[]): boolean {
  if (hits.some((hit) => hit.cue === 'seek' && hit.from < from && hit.to === to)) return true;
  return tokens[from - 1]?.text === 'to' && wanted.has(tokens[from - 2]?.text ?? '');
}
const wanted = new Set(['someone', 'somebody', 'anyone', 'anybody']);

/** For each list, the number of words of its longest phrase that begins here. */
function walk(numbers: Int32Array, phrases: Phrases): [Cue, number][] {
  const longest = new Map<Cue, number>();
  let state = 1;
  for (const [index, word] of numbers.entries()) {
    state = word === 0 ? 0 : phrases.step(state, word);
    if (state === 0) break;
    for (let ends = phrases.endsIn(state); ends !== 0; ends &= ends - 1)
      longest.set(cues[31 - Math.clz32(ends & -ends)] ?? 'discuss', index + 1);
  }
  return [...longest];
}
