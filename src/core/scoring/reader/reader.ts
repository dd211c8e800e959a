import { fileURLToPath } from 'node:url';
import type { Tensor } from 'onnxruntime-node';
import { openEncoder, type Pair, type ReaderName, readerModels } from './encode.ts';

/** Log odds that a text is at least on the campaign's topic, a possible lead, and a strong lead. */
export interface Odds {
  onTopic: number;
  lead: number;
  strong: number;
  /** The places of the sentences that moved `lead`, the most telling first; null if it wasn't found out. */
  moved?: readonly number[] | null;
}

/** What the models say of a pair. */
export interface Read extends Odds {
  /** How near the text is in meaning to what the campaign looks for, in deviations (nearness.ts); 0 where it wasn't compared. */
  near: number;
}

/** The same, with the hash of what was read. */
export type Said = Read & { hash: string };

/** Reads campaigns and texts together with one small transformer. */
export interface PairReader {
  /** In the order of the pairs, about 20 ms each on one core; null for one that can't be read or has nothing left out, or after `close`. */
  read(pairs: readonly Pair[]): Promise<(Odds | null)[]>;
  /** Releases the model's memory. */
  close(): Promise<void>;
}

export const sessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  // One block of memory, which goes back to the system with the session.
  enableCpuMemArena: true,
  enableMemPattern: false,
  // Without it, sums of 8-bit products overflow on processors without VNNI.
  extra: { session: { x64quantprecision: '1' } },
} as const;

/** Throws when the file is missing or isn't a model that fits. */
async function openModel(name: ReaderName, file: URL): Promise<PairReader> {
  // Loaded only where something is read: it takes 40 MB.
  const runtime = await import('onnxruntime-node');
  const session = await runtime.InferenceSession.create(fileURLToPath(file), sessionOptions);
  const encode = openEncoder(name);
  let isClosed = false;

  /** One at a time: the quantized model would read a text a little differently beside others. */
  async function readOne(pair: Pair): Promise<Odds | null> {
    const { ids, textFrom, isLess } = encode(pair);
    if (pair.without && !isLess) return null;
    const tensor = (valueAt: (at: number) => number): Tensor =>
      new runtime.Tensor(
        'int64',
        BigInt64Array.from(ids, (_, at) => BigInt(valueAt(at))),
        [1, ids.length],
      );
    const { logits } = await session.run({
      ids: tensor((at) => ids[at] ?? 0),
      segments: tensor((at) => (at < textFrom ? 0 : 1)),
      mask: tensor(() => 1),
    });
    const [onTopic, lead, strong] = logits?.data instanceof Float32Array ? logits.data : [];
    return onTopic === undefined || lead === undefined || strong === undefined ? null : { onTopic, lead, strong };
  }

  return {
    async read(pairs) {
      const odds: (Odds | null)[] = [];
      for (const pair of pairs) odds.push(isClosed ? null : await readOne(pair).catch(() => null));
      return odds;
    },
    async close() {
      isClosed = true;
      await session.release();
    },
  };
}

const trial: Pair = { about: { name: '', offering: 'x', customer: '' }, item: { kind: 'post', subreddit: 'x', title: 'x', body: '' } };

/** Reads one pair, so that a model that doesn't fit is found at once. */
export async function openReader(name: ReaderName = 'english', file: URL = readerModels[name].file): Promise<PairReader> {
  const reader = await openModel(name, file);
  const [odds] = await reader.read([trial]);
  if (!odds) throw new Error(`${fileURLToPath(file)} gives no odds`);
  return reader;
}

/** Opens each model with the first pair for it, once. */
export function createLazyReader(open: (name: ReaderName) => Promise<PairReader> = openReader): PairReader {
  const opened = new Map<ReaderName, Promise<PairReader>>();

  async function readerOf(name: ReaderName): Promise<PairReader> {
    const opening = opened.get(name) ?? open(name);
    opened.set(name, opening);
    return opening.catch((error: unknown) => {
      opened.delete(name);
      throw error;
    });
  }

  return {
    async read(pairs) {
      const odds: (Odds | null)[] = [];
      for (const pair of pairs) odds.push(...(await (await readerOf(pair.reader ?? 'english')).read([pair])));
      return odds;
    },
    async close() {
      for (const opening of opened.values()) await (await opening.catch(() => null))?.close();
      opened.clear();
    },
  };
}

/**
 * Logistic regressions over what a model and the cheap stage say, which err differently: in English with a start for each kind of text,
 * and for other languages one of titles alone, and one of the rest. Fitted on labeled campaigns that neither was trained on (training/blend.ts).
 */
const english = { reader: 0.42, cheap: 0.35, home: 1.19, near: 0.18 };
const weights = {
  post: { start: -0.69, ...english },
  // More of the model than fitted, and less of the place: talk at home is no request, and a request elsewhere is one.
  brief: { start: -0.2, reader: 0.75, cheap: 0.5, home: 0.6, near: 0.2 },
  comment: { start: -1.08, ...english },
  foreign: { start: 0.74, reader: 0.41, cheap: 0.24, home: 0, near: 0 },
  // Less of the model than fitted: it takes talk about the offering for requests.
  foreignTitle: { start: 0.8, reader: 0.15, cheap: 1, home: 0, near: 0 },
};
const edge = 0.001;

export const logOddsOf = (share: number): number => {
  const bounded = Math.min(1 - edge, Math.max(edge, share));
  return Math.log(bounded / (1 - bounded));
};

/** What the cheap stage knows of a text. */
export interface Known {
  /** Its share of leads. */
  cheap: number;
  kind: keyof typeof weights;
  /** 1 in a community of the campaign, 0 elsewhere: the same words are a lead there three times as often. */
  home: number;
}

/** The share of such texts that are leads, 0 to 1. */
export function shareWithOdds({ cheap, kind, home }: Known, { lead, near }: Pick<Read, 'lead' | 'near'>): number {
  const { start, ...weight } = weights[kind];
  const sum = start + weight.reader * lead + weight.cheap * logOddsOf(cheap) + weight.home * home + weight.near * near;
  return 1 / (1 + Math.exp(-sum));
}

/** More likely than not about the campaign's topic. */
export const isOnTopic = ({ onTopic }: Odds): boolean => onTopic > 0;
