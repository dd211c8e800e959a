import { randomBytes } from 'node:crypto';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { dayMs } from '#shared/time.ts';
import type { Way } from '#shared/ai.ts';
import { createFence } from './prompts/fence.ts';
import { scorePrompt, scoreSystem } from './prompts/score.ts';
import { AiFailure, type AiProvider, generateInForm, type Generated, type ModelFacts, ways } from './provider.ts';
import { hasThoughts, readJson } from './answers/read-json.ts';
import { type Sample, samplesAt } from './samples.ts';
import { type Answer, answerSchema, readAnswers, tokensFor } from './score/answer.ts';
import { findWay, forgetWay, saveWay } from './queries.ts';

/** How a model is asked. */
export interface Asking {
  way: Way;
  /** Tokens for thoughts, beside those for the answer. */
  room: number;
}

/** Enough for short thoughts about a few posts; a model that thinks longer costs more than it is worth. */
export const thinkingRoom = 4096;

/** Below this many billions of parameters, a model gets one post at a time, or three. */
const [tiny, small] = [3, 7];
const [largeBatch, smallBatch] = [8, 3];

/** How many posts a model can keep apart. */
export function batchFor({ billions }: ModelFacts): number {
  if (billions === null || billions >= small) return largeBatch;
  return billions < tiny ? 1 : smallBatch;
}

/** What a model did with samples when it was asked in one way. */
interface Trial extends Asking {
  verdicts: Map<Sample, Answer>;
  /** What is wrong with the answers; null if every sample has a verdict. */
  fault: Fault | null;
  /** As counted by the server; null if it doesn't say. */
  tokensIn: number | null;
  tokensOut: number | null;
}

/** From the one that says most about a model to the one that says least. */
const faults = ['thinking', 'repeats', 'refused', 'cut', 'empty', 'prose', 'small'] as const;
type Fault = (typeof faults)[number];

const sentences: Record<Fault, (model: string, limit: number) => string> = {
  thinking: (model, limit) =>
    `${model} thinks until its limit of ${limit} tokens and never answers. Choose a model that answers at once, such as an instruct model.`,
  repeats: (model) => `${model} repeats itself without end. Choose another model, or a larger quantization of this one.`,
  refused: (model) => `${model} declines to score posts, or a filter of the provider does. Choose another model.`,
  cut: (model, limit) => `${model} writes more than its limit of ${limit} tokens and is cut off. Choose another model.`,
  empty: (model) => `${model} answers with nothing. Update the model server, or choose another model.`,
  prose: (model) => `${model} answers in prose instead of JSON. Choose an instruct model.`,
  small: (model) => `${model} answers in JSON, but leaves values out or invents some. Choose a larger model.`,
};

const tailLength = 40;
const lookedBack = 1200;
const fewestTimes = 5;

/** Whether a text ends in something that it says over and over. */
function repeats(text: string): boolean {
  const tail = text.slice(-tailLength);
  if (tail.length < tailLength) return false;
  const times = text.slice(-lookedBack).split(tail).length - 1;
  return tail.trim() === '' ? true : times >= fewestTimes;
}

function faultOf({ text, end, thought }: Generated): Fault {
  if (end === 'refused') return 'refused';
  if (end === 'limit' && repeats(text)) return 'repeats';
  if (end === 'limit' && (thought || hasThoughts(text)) && readJson(text) === undefined) return 'thinking';
  if (end === 'limit') return 'cut';
  if (text.trim() === '') return 'empty';
  return readJson(text) === undefined ? 'prose' : 'small';
}

interface Tried {
  provider: AiProvider;
  model: string;
  samples: readonly Sample[];
  asking: Asking;
  signal: AbortSignal;
}

/** Asks about samples of one campaign, as posts will be asked about. Throws `AiFailure`, or the signal's reason. */
export async function trySamples({ provider, model, samples, asking, signal }: Tried): Promise<Trial> {
  const [first] = samples;
  if (!first) throw new Error('No samples');
  const token = randomBytes(12).toString('hex');
  const entries = samples.map(({ item }, index) => ({ id: `${index + 1}-${token.slice(0, 6)}`, item }));
  const ids = entries.map(({ id }) => id);
  const generated = await generateInForm(provider, {
    model,
    system: scoreSystem,
    prompt: scorePrompt({ campaign: first.campaign, entries, today: first.item.createdAt }, createFence(token)),
    schema: answerSchema(ids),
    maxTokens: tokensFor(samples.length) + asking.room,
    way: asking.way,
    signal,
  });
  const answers = readAnswers(generated.text, ids);
  const verdicts = new Map(
    samples.flatMap((sample, index) => {
      const answer = answers.get(ids[index] ?? '');
      return answer ? [[sample, answer] as const] : [];
    }),
  );
  return {
    ...asking,
    room: generated.thought || hasThoughts(generated.text) ? asking.room : 0,
    verdicts,
    fault: verdicts.size === samples.length ? null : faultOf(generated),
    tokensIn: generated.tokensIn,
    tokensOut: generated.tokensOut,
  };
}

/** The way of asking that was found, with its verdicts about the first sample posts. */
export interface Found extends Asking {
  verdicts: ReadonlyMap<Sample, Answer>;
  /** Every sample has a verdict. */
  isSure: boolean;
}

interface Search {
  provider: AiProvider;
  model: string;
  /** For one request. */
  timeoutMs: number;
  now: number;
  signal: AbortSignal;
}

const triedSamples = 3;

/** Some servers answer so when a model can't do what was asked for, which another way doesn't ask for. */
const isAboutWay = ({ kind, status, message }: AiFailure): boolean =>
  (kind === 'refused' && (status === 400 || status === 422)) || (status === 500 && /format|grammar|schema|think/i.test(message));

/** Three samples in one way, in as many requests as the model's size asks for. */
async function tryWay({ provider, model, now, signal }: Search, { asking, batch }: { asking: Asking; batch: number }): Promise<Trial> {
  const samples = samplesAt(now).slice(0, triedSamples);
  let sum = await trySamples({ provider, model, samples: samples.slice(0, batch), asking, signal });
  for (let start = batch; start < samples.length && sum.fault === null; start += batch) {
    const part = await trySamples({ provider, model, samples: samples.slice(start, start + batch), asking, signal });
    sum = { ...part, verdicts: new Map([...sum.verdicts, ...part.verdicts]), room: Math.max(sum.room, part.room) };
  }
  return sum;
}

/**
 * The first way in which the model gives three valid verdicts on sample posts, or else the best one. Throws `AiFailure`: `unfit`,
 * with the cause as its hint, if it gives none.
 */
export async function searchWay(search: Search): Promise<Found> {
  const { provider, model, timeoutMs, signal } = search;
  const facts = await provider.describe(model, signal);
  const batch = batchFor(facts);
  const trials: Trial[] = [];
  const failures: AiFailure[] = [];
  for (const way of ways) {
    if (way === 'quiet' && facts.thinks === false) continue;
    const room = way === 'quiet' || facts.thinks === false ? 0 : thinkingRoom;
    try {
      const trial = await tryWay(search, { asking: { way, room }, batch });
      if (trial.fault === null) return { ...trial, isSure: true };
      trials.push(trial);
    } catch (error) {
      if (!(error instanceof AiFailure)) throw error;
      // A model that was quick without thinking, or might be, thinks for too long.
      if (error.kind === 'timeout' && room > 0 && trials.length > 0) throw tooSlow(model, timeoutMs);
      if (!isAboutWay(error)) throw error;
      failures.push(error);
    }
  }
  const [best] = trials.toSorted((one, other) => other.verdicts.size - one.verdicts.size);
  if (best && best.verdicts.size > 0) return { ...best, isSure: false };
  const fault = faults.find((each) => trials.some((trial) => trial.fault === each));
  if (fault === undefined) throw failures.at(-1) ?? new AiFailure('No answer', { kind: 'garbled' });
  throw new AiFailure('No usable answer', { kind: 'unfit', hint: sentences[fault](model, tokensFor(batch) + thinkingRoom) });
}

const tooSlow = (model: string, timeoutMs: number): AiFailure =>
  new AiFailure('Thinks for too long', {
    kind: 'unfit',
    hint: `${model} thinks for longer than ${timeoutMs / 1000} seconds. Choose a model that answers at once, such as an instruct model, or raise ai.limits.timeoutMs.`,
  });

interface Deps {
  db: Db;
  now: Now;
  provider: AiProvider;
  /** Of the server: another one may serve another model by the same name. */
  address: string;
  timeoutMs: number;
}

/** Servers and models get updated. */
const keptDays = 30;
/** The server may have been updated; then another way may be the right one. */
const unusableInARow = 3;

/** The way of asking each model, tried when it is first used and remembered. */
export function createWays({ db, now, provider, address, timeoutMs }: Deps) {
  const known = new Map<string, Asking & { foundAt: number }>();
  const searches = new Map<string, Promise<Asking>>();
  const unusable = new Map<string, number>();
  const keyOf = (model: string): string => JSON.stringify([provider.id, address, model]);

  /** What is known or stored, without asking the model. */
  async function read(model: string): Promise<Asking | null> {
    const since = now() - keptDays * dayMs;
    const before = known.get(model);
    if (before && before.foundAt >= since) return before;
    const stored = await findWay(db, keyOf(model), since);
    if (stored) known.set(model, { ...stored, foundAt: stored.found_at });
    return stored;
  }

  async function keep(model: string, { way, room, isSure }: Found): Promise<void> {
    const foundAt = now();
    known.set(model, { way, room, foundAt });
    if (isSure) await saveWay(db, { key: keyOf(model), way, room, found_at: foundAt });
  }

  async function search(model: string, signal: AbortSignal): Promise<Asking> {
    const found = await searchWay({ provider, model, timeoutMs, now: now(), signal });
    await keep(model, found);
    return found;
  }

  return {
    read,
    /** Tries the ways first if none is known. Throws like `searchWay`. */
    async find(model: string, signal: AbortSignal): Promise<Asking> {
      const before = await read(model);
      if (before) return before;
      const running = searches.get(model);
      if (!running) {
        const own = search(model, signal).finally(() => searches.delete(model));
        searches.set(model, own);
        return own;
      }
      return running.catch((error: unknown) => {
        signal.throwIfAborted();
        // Whoever began the search may have given up.
        return error instanceof AiFailure ? Promise.reject(error) : this.find(model, signal);
      });
    },
    /** Remembers what a test found. */
    keep,
    /** How an answer was: after some unusable ones, the ways are tried again. */
    async note(model: string, isUsable: boolean): Promise<void> {
      const count = isUsable ? 0 : (unusable.get(model) ?? 0) + 1;
      unusable.set(model, count % unusableInARow);
      if (count < unusableInARow) return;
      known.delete(model);
      await forgetWay(db, keyOf(model));
    },
    batchFor: async (model: string, signal: AbortSignal): Promise<number> => batchFor(await provider.describe(model, signal)),
  };
}
export type Ways = ReturnType<typeof createWays>;
