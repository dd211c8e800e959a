import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createScorer } from './scorer.ts';
import { makeCampaign, makeItem } from './scoring.fixtures.ts';

const folder = new URL('../../../bench/data/lead-eval/', import.meta.url);
const textOf = (path: string): string => {
  const bytes = readFileSync(new URL(path, folder));
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};
const rowsOf = (path: string) =>
  textOf(path)
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => JSON.parse(row) as Record<string, string & number>);

interface Entry {
  id: string;
  offering: string;
  idealCustomer: string;
  rules: string[];
}

/** Labels in the order of the scores; ties are sorted against us. */
function rankLabels({ id, offering, idealCustomer, rules }: Entry): number[] {
  const campaign = makeCampaign({ id, offering, idealCustomer, painPoints: [], rules: rules.map((text) => ({ text })) });
  const scorer = createScorer({ campaigns: [campaign], now: null, assessAll: true });
  const labels = new Map(rowsOf(`labels/${id}.jsonl`).map((row) => [row['id'], row['label'] ?? 0]));
  return rowsOf(`posts/${id}.jsonl.gz`)
    .map((row) => {
      const item = makeItem({
        fullname: row['name'],
        subreddit: row['subreddit'],
        author: null,
        title: row['title'],
        body: row['selftext'],
      });
      return { label: labels.get(row['name']) ?? 0, score: scorer.score(item)[0]?.exactScore ?? -1 };
    })
    .toSorted((a, b) => b.score - a.score || a.label - b.label)
    .map(({ label }) => label);
}

const gainOf = (labels: readonly number[]): number =>
  labels.slice(0, 20).reduce((sum, label, rank) => sum + (label === 3 ? 3 : label === 2 ? 1 : 0) / Math.log2(rank + 2), 0);

function averagePrecision(labels: readonly number[]): number {
  const ranks = labels.flatMap((label, rank) => (label >= 2 ? [rank + 1] : []));
  return ranks.reduce((sum, rank, found) => sum + (found + 1) / rank, 0) / ranks.length;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('labeled real posts', () => {
  test('are ranked at least 1.65 and 1.45 times as well as by the best published rules', () => {
    const entries = JSON.parse(readFileSync(new URL('campaigns.json', folder), 'utf8')) as Entry[];
    const rankings = entries.map(rankLabels);
    expect(rankings).toHaveLength(9);
    expect(mean(rankings.map((labels) => gainOf(labels) / gainOf(labels.toSorted((a, b) => b - a))))).toBeGreaterThan(1.65 * 0.338);
    expect(mean(rankings.map(averagePrecision))).toBeGreaterThan(1.45 * 0.396);
  });
});
