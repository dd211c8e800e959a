import { expect, test } from 'vitest';
import { cleanValue } from './entry.ts';

test.each(['a', '***', '*', 'a*', '…', '1', '" "'])('refuses the word "%s", which would hide nearly every post', (value) => {
  expect(() => cleanValue('word', value)).toThrow('would hide nearly every post. Enter a word of at least two letters or digits.');
});

test('refuses a domain that is only an ending', () => {
  expect(() => cleanValue('domain', 'com')).toThrow('"com" is no domain. Enter one such as spam.example.com.');
});

test('accepts short words that mean something', () => {
  expect(['AI', 'c3', '猫'].map((value) => cleanValue('word', value))).toEqual(['ai', 'c3', '猫']);
});
