import { ownText, type Sentence, splitSentences } from '#core/text/sentences.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { createFolder } from '#core/text/fold.ts';
import { languageOf, type TextLanguage } from '#core/text/language.ts';
import { compileLexicons, type CueHit, listCues } from '#core/text/cues.ts';
import { listMentions, type Mentions } from './mentions.ts';
import { listTokens, type Token } from '#core/text/tokens.ts';
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

/** @param gistOf sums the vectors of stems, each weighted by its count. */
export function createReader(known: Vocabulary, gistOf: (counts: readonly StemCounts[]) => Float32Array): Reader {
  const phrases = compileLexicons();
  const vocabulary = new Vocabulary(phrases, known);
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
