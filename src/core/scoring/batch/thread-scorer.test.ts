import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { makeCampaign, makeItem } from '../scoring.fixtures.ts';
import { type CampaignSet, createBatchScorer, type ScoreTask } from './batch-scorer.ts';
import { createThreadScorer, type ThreadOptions } from './thread-scorer.ts';

const now = Date.UTC(2026, 10, 2);
const dogs = makeCampaign({ paused: new Set(['walk']) });
const cats = makeCampaign({ id: 'cats', offering: 'Cat sitting while you travel', rules: [{ text: 'cat' }] });
const set: CampaignSet = { campaigns: [dogs, cats], blacklist: { subreddits: [], authors: [], words: [], domains: [] }, compareAll: true };
const titles = ['My puppy bites, can somebody recommend a dog trainer?', 'Looking for a cat sitter', 'A walk', 'My dog barks all night'];
const tasks: ScoreTask[] = Array.from({ length: 250 }, (_, n) => ({
  item: makeItem({ fullname: `t3_${n}`, title: `${titles[n % titles.length] ?? ''} ${n}` }),
  wanted: n % 5 === 0 ? ['cats'] : ['dogs', 'cats'],
}));

function start(options: ThreadOptions = {}) {
  const started: Worker[] = [];
  const scorer = createThreadScorer({ ...options, onStart: (worker) => void started.push(worker) });
  onTestFinished(() => scorer.close());
  return { scorer, started };
}

async function scoredHere() {
  const scorer = createBatchScorer();
  await scorer.prepare(set);
  return scorer.score(tasks, now);
}

test('scores like this thread does, in the order of the tasks', async () => {
  const { scorer } = start();
  expect(await scorer.prepare(set)).toEqual([]);
  const results = await scorer.score(tasks, now);
  expect(results).toEqual(await scoredHere());
  expect(results.flat().filter(({ outcome }) => outcome === 'scored').length).toBeGreaterThan(50);
});

test('reads candidates like this thread does', async () => {
  const reading = { ...set, reads: true };
  const [first, here] = [start().scorer, createBatchScorer()];
  onTestFinished(() => here.close());
  await first.prepare(reading);
  await here.prepare(reading);
  const few = tasks.slice(0, 4);
  const results = await first.score(few, now);
  expect(results).toEqual(await here.score(few, now));
  expect(results[3]?.[0]?.exactScore).not.toBe((await scoredHere())[3]?.[0]?.exactScore);
  expect(first.fault()).toBeNull();
});

test('ends between two texts while it reads, and leaves the process running', async () => {
  const { scorer, started } = start();
  await scorer.prepare({ ...set, reads: true });
  const results = scorer.score(tasks, now);
  results.catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await scorer.close();
  await Promise.allSettled([results]);
  expect(started).toHaveLength(1);
  expect(started[0]?.threadId).toBe(-1);
});

test('scores for the set that was prepared last', async () => {
  const { scorer } = start();
  await scorer.prepare({ ...set, campaigns: [cats] });
  const before = scorer.score(tasks.slice(0, 2), now);
  const prepared = scorer.prepare({ ...set, campaigns: [dogs] });
  const after = scorer.score(tasks.slice(1, 2), now);
  expect((await before).map((results) => results.map(({ campaignId }) => campaignId))).toEqual([['cats'], ['cats']]);
  await prepared;
  expect((await after).map((results) => results.map(({ campaignId }) => campaignId))).toEqual([['dogs']]);
});

test('names the campaigns whose rules exceed the limits', async () => {
  const { scorer } = start();
  expect(await scorer.prepare({ ...set, limits: { states: 5, statesPerOwner: 5 } })).toEqual(['dogs', 'cats']);
});

test('rejects what was asked when a task cannot be scored, and stays usable', async () => {
  const { scorer, started } = start();
  await scorer.prepare(set);
  const broken = { item: { ...makeItem(), title: null as unknown as string }, wanted: ['dogs'] };
  await expect(scorer.score([broken], now)).rejects.toThrow();
  expect(await scorer.score(tasks, now)).toHaveLength(tasks.length);
  expect(started).toHaveLength(1);
});

test('scores the same tasks in a new thread when the first one ends', async () => {
  const { scorer, started } = start();
  await scorer.prepare(set);
  const results = scorer.score(tasks, now);
  await started[0]?.terminate();
  expect(await results).toEqual(await scoredHere());
  expect(started).toHaveLength(2);
});

test('ends the thread after a while without work, and starts another one for the next', async () => {
  const { scorer, started } = start({ idleMs: 1 });
  await scorer.prepare(set);
  const [first] = started;
  if (first && first.threadId !== -1) await once(first, 'exit');
  expect(await scorer.score(tasks, now)).toEqual(await scoredHere());
  expect(started.length).toBeGreaterThan(1);
});

test('rejects unfinished work when it is closed, and starts no further thread', async () => {
  const { scorer, started } = start();
  await scorer.prepare(set);
  const results = scorer.score(tasks, now);
  results.catch(() => undefined);
  await scorer.close();
  await expect(results).rejects.toThrow('The scoring thread ended');
  await expect(scorer.score(tasks, now)).rejects.toThrow('Scoring has ended');
  expect(started).toHaveLength(1);
});
