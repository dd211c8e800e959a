import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openEncoder, type Pair, type ReaderName } from './encode.ts';

const at = (path: string): URL => new URL(path, import.meta.url);
const fixture = JSON.parse(readFileSync(at('./encode.fixture.json'), 'utf8')) as {
  posts: number;
  odd: string[];
  sha256: Record<ReaderName, string>;
};

interface Campaign {
  name: string;
  offering: string;
  idealCustomer: string;
}

/** The pairs of training/reader/encoded.py. */
function listPairs(): Pair[] {
  const data = '../../../../bench/data';
  const campaigns = JSON.parse(readFileSync(at(`${data}/lead-eval/campaigns.json`), 'utf8')) as Campaign[];
  const lines = gunzipSync(readFileSync(at(`${data}/posts/top-2013.jsonl.gz`)))
    .toString()
    .split('\n');
  const posts = lines.slice(0, fixture.posts).map((line, n): Pair['item'] => {
    const { subreddit, title, selftext } = JSON.parse(line) as { subreddit: string; title: string; selftext?: string };
    return { kind: n % 2 === 0 ? 'post' : 'comment', subreddit, title, body: selftext ?? '' };
  });
  const odd = (['post', 'comment'] as const).flatMap((kind) =>
    fixture.odd.map((text) => ({ kind, subreddit: 'odd', title: text, body: text })),
  );
  return [...posts, ...odd].map((item, n) => {
    const { name = '', offering = '', idealCustomer = '' } = campaigns[n % campaigns.length] ?? {};
    return { about: { name, offering, customer: idealCustomer }, item };
  });
}

test.each(['english', 'languages'] as const)(
  'gives 10,000 posts and comments the token ids that the model for %s was trained on',
  (name) => {
    const encode = openEncoder(name);
    const hash = createHash('sha256');
    for (const pair of listPairs()) {
      const { ids, textFrom } = encode(pair);
      hash.update(`${ids.join(' ')}|${textFrom}\n`);
    }
    expect(hash.digest('hex')).toBe(fixture.sha256[name]);
  },
);

test('keeps the start and the end of a text of 40,000 characters, within the length that the model takes', () => {
  const encode = openEncoder('english');
  const body = `alpha ${'filler '.repeat(800)} omega`;
  const item = { kind: 'post' as const, subreddit: 'dogs', title: 'A long story', body };
  const { ids } = encode({ about: { name: '', offering: 'Dog training', customer: '' }, item });
  const [alpha, omega] = ['alpha', 'omega'].map((word) =>
    encode({ about: { name: '', offering: '', customer: '' }, item: { ...item, title: '', body: word } }).ids.at(-2),
  );
  expect(ids).toHaveLength(192);
  expect(ids).toContain(alpha);
  expect(ids.at(-2)).toBe(omega);
  expect(
    encode({ about: { name: '', offering: 'x '.repeat(20_000), customer: '' }, item: { ...item, body: body.repeat(7) } }).ids,
  ).toHaveLength(192);
});
