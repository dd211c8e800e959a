import { finish } from '#core/platform/slices.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeCampaign } from '../scoring.fixtures.ts';
import { Encoder } from './encoder.ts';
import { likenessTo, openMeaning, writeRequests } from './meaning.ts';
import { formatTable, parseTable, quantize, readEncoderTable, StemPairs } from './table.ts';

const meaning = openMeaning();
const likeness = (text: string, campaign = makeCampaign()): number =>
  likenessTo(finish(meaning.wishSteps(campaign)), meaning.gistOfText(text));

describe('similarity of a text to a campaign’s requests', () => {
  test('finds a need described in other words than the campaign’s', () => {
    const need = likeness('Our new pup chews everything and will not come when called. Is there a good class we could take him to?');
    expect(need).toBeGreaterThan(2);
    expect(need).toBeGreaterThan(likeness('My laptop screen flickers since the last update, what can I do?') + 2);
  });

  test("doesn't depend on the order of the rules", () => {
    const { rules } = makeCampaign();
    const text = 'Which trainer would you recommend for a young dog?';
    expect(likeness(text, makeCampaign({ rules: rules.toReversed() }))).toBe(likeness(text, makeCampaign({ rules })));
  });

  test('is 0 for a text without known words, and for an empty campaign', () => {
    expect(likeness('qzxv ✨ wqkjh')).toBe(0);
    expect(likeness('')).toBe(0);
    expect(likeness('puppy', makeCampaign({ offering: '', description: '', rules: [], painPoints: [] }))).toBe(0);
  });

  test('is a finite number for any text', () => {
    const wish = finish(meaning.wishSteps(makeCampaign()));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(Number.isFinite(likenessTo(wish, meaning.gistOfText(text)))).toBe(true);
      }),
    );
  });
});

test('asks for the part of the offering before its first colon', () => {
  const [named] = writeRequests(makeCampaign());
  expect(named).toContain('What is the best Online training courses for puppies and difficult dogs?');
});

test('reads a table back as it was written, for any length of its header', () => {
  for (const stems of [
    ['a', 'b', 'c'],
    ['aa', 'b', 'c'],
    ['aaa', 'bb', 'c'],
  ]) {
    const pairs = new StemPairs(Uint32Array.from([0, 1, 2, 0]), 3);
    const vectors = Float32Array.from({ length: 20 }, (_, at) => Math.sin(at));
    const sample = [{ title: Uint16Array.from([1]), whole: Uint16Array.from([1, 4, 2]) }];
    const table = parseTable(formatTable({ dimensions: 4, stems, pairs, ...quantize(vectors, 4), sample }));
    expect(table.stems).toEqual(stems);
    expect([table.pairs.rowOf(0, 1), table.pairs.rowOf(2, 0), table.pairs.rowOf(1, 0)]).toEqual([3, 4, -1]);
    expect(table.sample[0]?.title).toEqual(Uint16Array.from([1]));
    const row = [...table.rows.subarray(16)].map((value) => value * (table.scales[4] ?? 0));
    for (const [at, value] of row.entries()) expect(value).toBeCloseTo(Math.sin(16 + at), 2);
  }
});

test('encodes a text as a vector of length 1, which repeating the text doesn’t change', () => {
  const encoder = new Encoder(readEncoderTable());
  const words = ['my', 'puppy', 'bites'];
  const once = encoder.encode(words);
  expect(Math.hypot(...once)).toBeCloseTo(1, 5);
  expect(encoder.encode(words)).toEqual(once);
});
