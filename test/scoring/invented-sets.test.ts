import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { isTitleAsk } from '#core/ai/gate.ts';
import { readPosts } from '../../bench/fit/posts.ts';

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
