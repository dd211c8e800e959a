import { type TextLanguage, textLanguages } from './language.ts';
import { type Cue, cues, lexiconOf } from './lexicon.ts';
import type { Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';

/** A phrase of the lexicon: tokens `from` (inclusive) to `to` (exclusive). */
export interface CueHit {
  cue: Cue;
  from: number;
  to: number;
  sentence: number;
}

/**
 * Phrases with alternatives as one deterministic automaton over words, so that reading costs one step per word and started
 * phrase, regardless of the number of phrases.
 */
export interface Phrases {
  /** Number of a word for `step`; 0 for a word that occurs in no phrase. */
  wordOf(word: string): number;
  /** The state after a word; 0 when no phrase continues. The initial state is 1. */
  step(state: number, word: number): number;
  /** Bit set of the lists with a phrase that ends here. */
  endsIn(state: number): number;
}

interface Node {
  word: number;
  next: Node[];
  ends: number;
}

/** @param lists at most 30 lists of patterns: words, `(a|b|)`, `begin*`, `#` for a number. */
export function compilePhrases(lists: readonly (readonly string[])[]): Phrases {
  const words = new Words();
  const roots: Node[] = [];
  for (const [list, patterns] of lists.entries()) {
    const end: Node = { word: 0, next: [], ends: 1 << list };
    for (const pattern of patterns) roots.push(...new PatternReader(pattern, words).read([end]));
  }
  const { edges, ends } = determinise(roots);
  return {
    wordOf: (word) => words.find(word),
    step: (state, word) => edges.get(state * 65_536 + word) ?? 0,
    endsIn: (state) => ends[state] ?? 0,
  };
}

const figures = /^[0-9]+$/;

class Words {
  readonly #ids = new Map<string, number>();
  readonly #beginnings: [string, number][] = [];
  idOf(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#ids.size + 1;
    this.#ids.set(word, id);
    if (word.endsWith('*')) this.#beginnings.push([word.slice(0, -1), id]);
    return id;
  }
  find(word: string): number {
    const id = this.#ids.get(word) ?? this.#beginnings.find(([beginning]) => word.startsWith(beginning))?.[1];
    return id ?? (figures.test(word) ? (this.#ids.get('#') ?? 0) : 0);
  }
}

/** Parses a pattern from its end, so that each part knows what may follow it. */
class PatternReader {
  readonly #tokens: string[];
  readonly #words: Words;
  constructor(pattern: string, words: Words) {
    this.#tokens = pattern.match(/[()|]|[^()|\s]+/g) ?? [];
    this.#words = words;
  }

  read(after: Node[]): Node[] {
    const first = this.#alternatives(after);
    if (this.#tokens.length > 0) throw new Error(`Unbalanced brackets before ${this.#tokens.join(' ')}`);
    return first;
  }

  #alternatives(after: Node[]): Node[] {
    const first: Node[] = [];
    do first.push(...this.#sequence(after));
    while (this.#take('|'));
    return first;
  }

  #sequence(after: Node[]): Node[] {
    let next = after;
    for (let token = this.#tokens.at(-1); token !== undefined && token !== '|' && token !== '('; token = this.#tokens.at(-1)) {
      this.#tokens.pop();
      if (token === ')') {
        next = this.#alternatives(next);
        if (!this.#take('(')) throw new Error('Unbalanced brackets in a phrase');
      } else next = [{ word: this.#words.idOf(token), next, ends: 0 }];
    }
    return next;
  }

  #take(token: string): boolean {
    if (this.#tokens.at(-1) !== token) return false;
    this.#tokens.pop();
    return true;
  }
}

function determinise(roots: Node[]): { edges: Map<number, number>; ends: number[] } {
  const edges = new Map<number, number>();
  const ends = [0, 0];
  const numbers = new Map<Node, number>();
  const states = new Map<string, number>();
  const numberOf = (node: Node): number => {
    const known = numbers.get(node) ?? numbers.size + 1;
    numbers.set(node, known);
    return known;
  };
  const queue: { state: number; nodes: Node[] }[] = [{ state: 1, nodes: roots }];
  for (const { state, nodes } of queue) {
    for (const [word, followers] of groupByWord(nodes)) {
      const key = followers
        .map(numberOf)
        .sort((a, b) => a - b)
        .join(' ');
      let target = states.get(key);
      if (target === undefined) {
        target = ends.push(followers.reduce((bits, node) => bits | node.ends, 0)) - 1;
        states.set(key, target);
        queue.push({ state: target, nodes: followers });
      }
      edges.set(state * 65_536 + word, target);
    }
  }
  return { edges, ends };
}

function groupByWord(nodes: readonly Node[]): Map<number, Node[]> {
  const groups = new Map<number, Set<Node>>();
  for (const { word, next } of nodes) {
    if (word === 0) continue;
    const group = groups.get(word) ?? new Set();
    for (const node of next) group.add(node);
    groups.set(word, group);
  }
  return new Map([...groups].map(([word, group]) => [word, [...group]]));
}

let lexicons: Record<TextLanguage, Phrases> | null = null;

/** The phrases of every language, one list per cue; compiled once. */
export function compileLexicons(): Record<TextLanguage, Phrases> {
  lexicons ??= Object.fromEntries(
    textLanguages.map((language) => [language, compilePhrases(cues.map((cue) => lexiconOf(language)[cue]))]),
  ) as Record<TextLanguage, Phrases>;
  return lexicons;
}

/** The phrases of the lexicon in each sentence. */
export function listCues(tokens: readonly Token[], sentences: readonly Sentence[], phrases: Phrases): CueHit[] {
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
