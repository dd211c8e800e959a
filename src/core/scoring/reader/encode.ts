import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import type { Evidence } from '#shared/scoring.ts';
import type { FetchedItem } from '#core/platform/item.ts';

// The same numbers as in training/reader/encode.py: the model was trained on texts cut like this.
const maxTokens = 192;
const maxAbout = 56;
const maxTitle = 80;
const maxThread = 48;
const titleCharacters = 400;
const threadCharacters = 160;
const bodyCharacters = 6000;
/** Of a long body, the start and the end are read: the ask often stands at the end. */
const startShare = 0.65;

/** 132 bits. */
const hashLength = 22;

/** What a campaign says of itself. */
export interface About {
  name: string;
  offering: string;
  customer: string;
}

/** One model reads English, the other seven languages. */
export type ReaderName = 'english' | 'languages';

interface Model {
  file: URL;
  tokenizer: URL;
  /** What a campaign begins with, and what it and a text end with. */
  marks: readonly [first: number, separator: number];
  /** The start of the SHA-256 of the file; readings by another file are read again. */
  version: string;
}
export const readerModels: Readonly<Record<ReaderName, Model>> = {
  english: {
    file: new URL('./reader.onnx', import.meta.url),
    tokenizer: new URL('./tokenizer.json', import.meta.url),
    marks: [101, 102],
    version: 'b7f0d4f4e309',
  },
  languages: {
    file: new URL('./languages.onnx', import.meta.url),
    tokenizer: new URL('./languages-tokenizer.json', import.meta.url),
    marks: [0, 2],
    version: '9efe81c8a111',
  },
};

/** A campaign and a text to be read together. */
export interface Pair {
  about: About;
  /** Default: English. */
  reader?: ReaderName;
  item: Pick<FetchedItem, 'kind' | 'subreddit' | 'title' | 'body'>;
  /** Left out; nothing that is cut off otherwise comes in for it. */
  without?: Pick<Evidence, 'field' | 'start' | 'end'>;
}

/** Token ids: the campaign's, then, from `textFrom` on, the text's. */
export interface Encoded {
  ids: number[];
  textFrom: number;
  /** Whether `without` left out any. */
  isLess: boolean;
}

export type Encode = (pair: Pair) => Encoded;

/** The tokenizer lowercases letter by letter, JavaScript by word: at the end of one, a capital sigma has a form of its own. */
const plain = (text: string): string => text.replaceAll('Σ', 'σ');

/** Counted in code points, as Python counts them. */
const startOf = (text: string, characters: number): string =>
  text.length <= characters
    ? text
    : Array.from(text.slice(0, 2 * characters))
        .slice(0, characters)
        .join('');

/** Tells whether a pair reads as one that was read before, and is as near. */
export const hashOf = ({ about, reader = 'english', item: { kind, subreddit, title, body } }: Pair, troubles: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([readerModels[reader].version, describe(about), ...troubles, kind, subreddit, title, body]))
    .digest('base64url')
    .slice(0, hashLength);

const describe = ({ name, offering, customer }: About): string =>
  `${name === '' ? '' : `${name}. `}${offering}${customer === '' ? '' : ` For: ${customer}`}`;

/** Reads the tokenizer's file. Takes about 50 ms. */
export function openTokenizer(name: ReaderName): (text: string) => number[] {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(readerModels[name].tokenizer, 'utf8')) as object, {});
  return (text) => tokenizer.encode(plain(text), { add_special_tokens: false }).ids;
}

export function openEncoder(name: ReaderName): Encode {
  const idsOf = openTokenizer(name);
  const [first, separator] = readerModels[name].marks;
  let last = { text: '', ids: [] as number[] };

  function idsOfAbout(about: About): number[] {
    const text = describe(about);
    if (last.text !== text) last = { text, ids: idsOf(text).slice(0, maxAbout) };
    return last.ids;
  }

  const headOf = ({ kind, subreddit, title }: Pair['item']): number[] =>
    kind === 'comment'
      ? idsOf(`comment in ${subreddit}, thread: ${startOf(title, threadCharacters)} | comment:`).slice(0, maxThread)
      : idsOf(`${subreddit}: ${startOf(title, titleCharacters)} |`).slice(0, maxTitle);

  return ({ about, item, without }) => {
    const one = [first, ...idsOfAbout(about), separator];
    const head = headOf(item);
    const room = maxTokens - one.length - head.length - 1;
    const text = startOf(item.body, bodyCharacters);
    const body = idsOf(text);
    const start = body.length <= room ? room : Math.floor(room * startShare);
    const seen = body.map((_, at) => at).filter((at) => at < start || at >= body.length - room + start);
    const [from, to] =
      without?.field === 'body' ? [idsOf(text.slice(0, without.start)).length, idsOf(text.slice(0, without.end)).length] : [0, 0];
    const kept = seen.filter((at) => at < from || at >= to);
    const left = without?.field === 'title' ? headOf({ ...item, title: '' }) : head;
    const ids = [...one, ...left, ...kept.map((at) => body[at] ?? 0), separator];
    return { ids, textFrom: one.length, isLess: left.length < head.length || kept.length < seen.length };
  };
}
