import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { createFolder, foldedString } from '#core/text/fold.ts';
import { stemOf } from '#core/text/stems.ts';

/** A text as stem numbers; -1 for a stem that is too rare. */
export interface Text {
  subreddit: string;
  title: Int32Array;
  body: Int32Array;
}

export interface Corpus {
  lines: readonly string[];
  texts: readonly Text[];
  /** Most frequent first. */
  stems: readonly string[];
  /** Number of texts that contain each stem. */
  frequencies: readonly number[];
}

const minTexts = 15;
const maxStemLength = 24;
const rowSchema = z.object({ subreddit: z.string(), title: z.string(), body: z.string() });

/** Reads gzipped JSON lines. @param without lowercase names of subreddits to leave out. */
export function readCorpus(path: string, without: ReadonlySet<string>): Corpus {
  const all = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  const numbers = new Numbers();
  const lines: string[] = [];
  const texts: Text[] = [];
  for (const line of all.filter((one) => one !== '')) {
    const { subreddit, title, body } = rowSchema.parse(JSON.parse(line));
    if (without.has(subreddit.toLowerCase())) continue;
    lines.push(line);
    texts.push({ subreddit, title: numbers.of(title), body: numbers.of(body) });
  }
  return { lines, texts, ...keepFrequent(texts, numbers.stems()) };
}

/** Numbers stems in order of first occurrence. */
class Numbers {
  readonly #fold = createFolder();
  readonly #words = new Map<string, number>();
  readonly #stems = new Map<string, number>();

  of(text: string): Int32Array {
    const folded = foldedString(this.#fold(text)).trim();
    return folded === '' ? new Int32Array() : Int32Array.from(folded.split(' '), (word) => this.#numberOf(word));
  }

  stems(): string[] {
    return [...this.#stems.keys()];
  }

  #numberOf(word: string): number {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const stem = stemOf(word);
    const number = stem.length < maxStemLength ? (this.#stems.get(stem) ?? this.#stems.size) : -1;
    if (number === this.#stems.size) this.#stems.set(stem, number);
    this.#words.set(word, number);
    return number;
  }
}

/** Renumbers the texts by frequency, in place. */
function keepFrequent(texts: readonly Text[], stems: readonly string[]): Pick<Corpus, 'stems' | 'frequencies'> {
  const frequency = countTexts(texts, stems.length);
  const kept = stems
    .map((stem, number) => ({ stem, number, count: frequency[number] ?? 0 }))
    .filter(({ count }) => count >= minTexts)
    .toSorted((a, b) => b.count - a.count || (a.stem < b.stem ? -1 : 1));
  const renumbered = new Int32Array(stems.length).fill(-1);
  for (const [index, { number }] of kept.entries()) renumbered[number] = index;
  for (const list of texts.flatMap(({ title, body }) => [title, body])) {
    for (const [at, stem] of list.entries()) list[at] = stem < 0 ? -1 : (renumbered[stem] ?? -1);
  }
  return { stems: kept.map(({ stem }) => stem), frequencies: kept.map(({ count }) => count) };
}

function countTexts(texts: readonly Text[], stemCount: number): Uint32Array {
  const frequency = new Uint32Array(stemCount);
  const lastSeen = new Int32Array(stemCount).fill(-1);
  for (const [index, { title, body }] of texts.entries()) {
    for (const stem of [...title, ...body]) {
      if (stem < 0 || lastSeen[stem] === index) continue;
      lastSeen[stem] = index;
      frequency[stem] = (frequency[stem] ?? 0) + 1;
    }
  }
  return frequency;
}
