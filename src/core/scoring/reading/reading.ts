import type { HeardItem } from '#core/platform/item.ts';
import { createFolder, type Folded } from '../text/fold.ts';
import { type Cue, cues, lexicon } from './lexicon.ts';
import { listMentions, type Mentions } from './mentions.ts';
import type { CueHit, Sentence, Token } from './parts.ts';
import { compilePhrases, type Phrases } from './phrases.ts';
import { splitSentences } from './sentences.ts';
import { type Traits, traitsOf } from './traits.ts';
import { Vocabulary } from './vocabulary.ts';

/** An item taken apart once, for all campaigns. */
export interface Reading {
  item: HeardItem;
  /** The title's, then the body's. */
  tokens: Token[];
  titleLength: number;
  sentences: Sentence[];
  hits: CueHit[];
  /** Sentences that ask: by their form or by their words. */
  asking: Sentence[];
  mentions: Mentions;
  traits: Traits;
  titleStems: StemCounts;
  bodyStems: StemCounts;
  /** Sums of the vectors of the telling stems of the title, and of the whole. */
  titleGist: Float32Array;
  gist: Float32Array;
}

export type StemCounts = ReadonlyMap<number, number>;

/** How texts are read: the words known so far and the phrases of the lexicon. */
export interface Reader {
  vocabulary: Vocabulary;
  read: (item: HeardItem) => Reading;
}

/** Longer texts are read as far as this: what somebody wants stands near the beginning or not at all. */
const longestRead = 12_000;

const longestWord = 40;

/** @param gistOf sums the vectors of stems, each as often as it is counted. */
export function createReader(stems: readonly string[], gistOf: (counts: readonly StemCounts[]) => Float32Array): Reader {
  const phrases = compilePhrases(cues.map((cue) => lexicon[cue]));
  const vocabulary = new Vocabulary(stems, phrases);
  const fold = createFolder();
  const read = (item: HeardItem): Reading => {
    const tokens = listTokens(fold(item.title), vocabulary);
    const titleLength = tokens.length;
    const body = item.body.slice(0, longestRead);
    tokens.push(...listTokens(fold(body), vocabulary));
    const sentences = splitSentences({ tokens, titleLength, title: item.title, body });
    const hits = listCues(tokens, sentences, phrases);
    const titleStems = countStems(tokens.slice(0, titleLength));
    const bodyStems = countStems(tokens.slice(titleLength));
    return {
      item,
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
    };
  };
  return { vocabulary, read };
}

function countStems(tokens: readonly Token[]): StemCounts {
  const counts = new Map<number, number>();
  for (const { stem } of tokens) if (stem >= 0) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

function listAsking(sentences: readonly Sentence[], hits: readonly CueHit[]): Sentence[] {
  const asking = new Set(hits.filter(({ cue }) => cue === 'seek' || cue === 'help' || cue === 'choose').map(({ sentence }) => sentence));
  return sentences.filter((sentence, index) => sentence.question || asking.has(index));
}

function listTokens({ codes, offsets, length }: Folded, vocabulary: Vocabulary): Token[] {
  const tokens: Token[] = [];
  let from = 1;
  for (let at = 1; at < length; at += 1) {
    if (codes[at] !== 32) continue;
    const text = String.fromCharCode(...codes.subarray(from, Math.min(at, from + longestWord)));
    tokens.push({ text, ...vocabulary.wordOf(text), start: offsets[from] ?? 0, end: offsets[at] ?? 0 });
    from = at + 1;
  }
  return tokens;
}

function listCues(tokens: readonly Token[], sentences: readonly Sentence[], phrases: Phrases): CueHit[] {
  const words = Int32Array.from(tokens, ({ phrase }) => phrase);
  const hits: CueHit[] = [];
  for (const [index, sentence] of sentences.entries()) {
    for (let from = sentence.from; from < sentence.to; from += 1) {
      if (phrases.step(1, words[from] ?? 0) === 0) continue;
      hits.push(
        ...walk(words.subarray(from, sentence.to), phrases).map(([cue, length]) => ({ cue, from, to: from + length, sentence: index })),
      );
    }
  }
  const asking = new Set(hits.filter(({ cue }) => cue === 'seek' || cue === 'choose' || cue === 'help').map(({ sentence }) => sentence));
  // "Any tips for …?" asks for what a guide would give.
  return hits.filter(({ cue, sentence }) => cue !== 'teach' || !(asking.has(sentence) || sentences[sentence]?.question));
}

/** For each list, the number of words of its longest phrase that begins here. */
function walk(words: Int32Array, phrases: Phrases): [Cue, number][] {
  const longest = new Map<Cue, number>();
  let state = 1;
  for (const [index, word] of words.entries()) {
    state = word === 0 ? 0 : phrases.step(state, word);
    if (state === 0) break;
    for (let ends = phrases.endsIn(state); ends !== 0; ends &= ends - 1)
      longest.set(cues[31 - Math.clz32(ends & -ends)] ?? 'discuss', index + 1);
  }
  return [...longest];
}
