import { describe, expect, test } from 'vitest';
import { answerSchema, readAnswers } from './answer.ts';

const good = { id: '1-a', intent: 'seeking', fit: 'good', urgency: 'none', role: 'customer', problems: [], quotes: [], reason: 'Asks' };
const read = (...items: unknown[]) => readAnswers(JSON.stringify({ items }), ['1-a', '2-b']);

describe('model answers', () => {
  test('are ignored for IDs that were not requested', () => {
    expect([...read(good, { ...good, id: '3-c' }, { ...good, id: 't3_other' }).keys()]).toEqual(['1-a']);
    expect(read({ ...good, id: '9' }).size).toBe(0);
  });

  test('are ignored if an item is answered twice', () => {
    expect([...read(good, { ...good, id: '2-b' }, { ...good, intent: 'buying' }, good).keys()]).toEqual(['2-b']);
  });

  test.each([{ intent: 'high' }, { intent: 100 }, { fit: null }, { urgency: undefined }, { role: ['customer'] }, { id: 1 }])(
    'with %o are ignored',
    (wrong) => {
      expect(read({ ...good, ...wrong }).size).toBe(0);
    },
  );

  test('lose unknown fields and invalid entries', () => {
    const answer = read({ ...good, score: 100, problems: ['a', 1, { b: 2 }, '<i>c</i>'], quotes: 'no list', reason: 7 }).get('1-a');
    expect(answer).toEqual({
      intent: 'seeking',
      fit: 'good',
      urgency: 'none',
      role: 'customer',
      problems: ['a', 'c'],
      quotes: [],
      reason: '',
    });
  });

  test('are restricted by the schema to the requested IDs and known fields', () => {
    const schema = JSON.stringify(answerSchema(['1-a']));
    expect(schema).toContain('"enum":["1-a"]');
    expect(schema).not.toContain('score');
    expect(schema.match(/"additionalProperties":false/g)).toHaveLength(2);
  });
});
