import { expect, test } from 'vitest';
import { remember } from './remember.ts';

test('computes the result for a text once, also when it is undefined', () => {
  const asked: string[] = [];
  const first = remember(10, (text) => {
    asked.push(text);
    return text === '' ? undefined : text[0];
  });
  expect(['ab', '', 'ab', ''].map((text) => first(text))).toEqual(['a', undefined, 'a', undefined]);
  expect(asked).toEqual(['ab', '']);
});

test('keeps no more results than it may', () => {
  const asked: string[] = [];
  const same = remember(2, (text) => {
    asked.push(text);
    return text;
  });
  for (const text of ['a', 'b', 'c', 'b', 'a']) expect(same(text)).toBe(text);
  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});
