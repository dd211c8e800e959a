import { describe, expect, test } from 'vitest';
import { answerSchema, readAnswers } from './answer.ts';

const good = { id: '1-a', intent: 'seeking', fit: 'good', urgency: 'none', role: 'customer', problems: [], quotes: [], reason: 'Asks' };
const read = (...items: unknown[]) => readAnswers(JSON.stringify({ items }), ['1-a', '2-b']);

describe('answers of a model', () => {
  test('are joined by the ids that were asked for, and by no others', () => {
    expect([...read(good, { ...good, id: '3-c' }, { ...good, id: 't3_other' }).keys()]).toEqual(['1-a']);
    expect(read({ ...good, id: '9' }).size).toBe(0);
  });

  test('given twice for one item count as none', () => {
    expect([...read(good, { ...good, id: '2-b' }, { ...good, intent: 'buying' }, good).keys()]).toEqual(['2-b']);
  });

  test.each([{ intent: 'high' }, { intent: 100 }, { fit: null }, { urgency: undefined }, { role: ['customer'] }, { id: 1 }])(
    'with %o are no answer',
    (wrong) => {
      expect(read({ ...good, ...wrong }).size).toBe(0);
    },
  );

  test('lose what is no part of them', () => {
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

  test('are held by the server to these ids and words, where it can', () => {
    const schema = JSON.stringify(answerSchema(['1-a']));
    expect(schema).toContain('"enum":["1-a"]');
    expect(schema).not.toContain('score');
    expect(schema.match(/"additionalProperties":false/g)).toHaveLength(2);
  });
});
