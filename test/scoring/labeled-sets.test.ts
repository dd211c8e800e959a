import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { isTitleAsk } from '#core/discovery/pass/finding.ts';
import { createScorer } from '#core/scoring/scorer.ts';
import { rankByBm25 } from '../../bench/fit/bm25.ts';
import { averagePrecision, callBest, calibrationError, overCampaigns } from '../../bench/fit/measure.ts';
import { readPosts } from '../../bench/fit/posts.ts';
import { evaluation, readLabeled } from '../../bench/fit/rated.ts';

const campaignSchema = z.object({ id: z.string(), split: z.enum(['fit', 'test']), invented: z.literal(true) });
const labelSchema = z.object({ id: z.string(), label: z.number().int().min(0).max(3) });

function readSet(name: string) {
  const folder = new URL(`../../bench/data/${name}/`, import.meta.url);
  const campaigns = z.array(campaignSchema).parse(JSON.parse(readFileSync(new URL('campaigns.json', folder), 'utf8')));
  return campaigns.map(({ id, split }) => ({
    split,
    items: readPosts(new URL(`posts/${id}.jsonl`, folder)),
    labels: readFileSync(new URL(`labels/${id}.jsonl`, folder), 'utf8')
      .trim()
      .split('\n')
      .map((row) => labelSchema.parse(JSON.parse(row))),
  }));
}

describe.each([
  ['comments', [96, 22], [24, 30]],
  ['short-asks', [76, 209], [10, 12, 14]],
  ['languages', [5, 5], [15]],
])('invented set %s', (name, [fitted, tested], sizes) => {
  const set = readSet(name);

  test(`has ${fitted} campaigns for fitting and ${tested} for testing, of ${sizes.join(' or ')} items`, () => {
    expect([...new Set(set.map(({ items }) => items.length))].toSorted((a, b) => a - b)).toEqual(sizes);
    expect([fitted, tested]).toEqual(['fit', 'test'].map((half) => set.filter(({ split }) => split === half).length));
  });

  test('labels each item once, with leads and others in every campaign', () => {
    for (const { items, labels } of set) {
      expect(labels.map(({ id }) => id)).toEqual(items.map(({ fullname }) => fullname));
      expect(labels.some(({ label }) => label >= 2) && labels.some(({ label }) => label < 2)).toBe(true);
    }
  });

  test('contains no text twice', () => {
    const texts = set.flatMap(({ items }) => items.map(({ kind, title, body }) => (kind === 'post' ? `${title}\n${body}` : body)));
    expect(new Set(texts).size).toBe(texts.length);
  });
});

test('has comments in at least five threads per campaign', () => {
  for (const { items } of readSet('comments'))
    expect(new Set(items.map(({ linkFullname }) => linkFullname)).size).toBeGreaterThanOrEqual(5);
});

test('a model is asked about at least 98 of 100 requests without a body, whether or not a rule finds them', () => {
  const requests = readSet('short-asks')
    .filter(({ split }) => split === 'test')
    .flatMap(({ items, labels }) => items.filter((_, at) => labels[at]?.label === 3));
  expect(requests.filter(isTitleAsk).length / requests.length).toBeGreaterThanOrEqual(0.98);
});

test('ranks labeled real posts at least 1.45 times as well as BM25, without the built-in model', () => {
  const texts = readLabeled(evaluation);
  const campaigns = [...new Set(texts.map(({ campaign }) => campaign))];
  const scorer = createScorer({ campaigns, now: null, assessAll: true });
  const rankings = campaigns.map((campaign) => {
    const own = texts.filter((text) => text.campaign === campaign);
    const bm25 = rankByBm25(
      campaign,
      own.map(({ item }) => item),
    );
    const precisionOf = (scores: readonly number[]): number =>
      averagePrecision(own.map(({ label }, at) => ({ campaign: campaign.id, label, score: scores[at] ?? 0, isCalled: false })));
    const ours = own.map(({ item }) => scorer.score(item, new Set([campaign.id]))[0]?.exactScore ?? 0);
    return { ours: precisionOf(ours), bm25: precisionOf(bm25) };
  });
  const mean = (of: 'ours' | 'bm25'): number => rankings.reduce((sum, ranking) => sum + ranking[of], 0) / rankings.length;
  expect(rankings).toHaveLength(9);
  expect(mean('ours')).toBeGreaterThan(1.45 * mean('bm25'));
});

test('measures rankings as they are defined', () => {
  const texts = [3, 0, 2, 1].map((label, at) => ({ campaign: 'a', label, score: 90 - 30 * at, isCalled: false }));
  expect(averagePrecision(texts)).toBeCloseTo((1 + 2 / 3) / 2);
  expect(callBest(texts, 2).flatMap(({ label, isCalled }) => (isCalled ? [label] : []))).toEqual([3, 0]);
  // Each is alone in its range of scores: 0.9, 0.6, 0.3, and 0 instead of 1, 0, 1, and 0.
  expect(calibrationError(texts)).toBeCloseTo((0.1 + 0.6 + 0.7) / 4);
  const withoutLeads = { campaign: 'b', label: 0, score: 50, isCalled: false };
  const { value, low, high } = overCampaigns([...texts, withoutLeads], averagePrecision);
  for (const figure of [value, low, high]) expect(figure).toBeCloseTo(5 / 6);
});

test('npm run leads prints the rankers of a set, and leaves the locked set alone unless it is asked for', async () => {
  const log = new URL('../../training/locked/log.md', import.meta.url);
  const before = readFileSync(log, 'utf8');
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['bench/leads.ts', 'languages']);
  expect(stdout).toContain('10 campaigns, 150 texts, 70 leads');
  for (const ranker of ['model', 'best five', 'cheap', 'BM25', 'alerts']) expect(stdout).toMatch(new RegExp(`^${ranker} +\\d`, 'm'));
  expect(stdout).not.toContain('locked');
  expect(readFileSync(log, 'utf8')).toBe(before);
  await expect(run(process.execPath, ['bench/leads.ts', 'nonsense'])).rejects.toThrow('Unknown set');
}, 120_000);
