import { expect, test } from 'vitest';
import { mentionAt } from './mention-box.tsx';

test.each([
  ['@', { start: 1, written: '' }],
  ['Ask @be', { start: 5, written: 'be' }],
  ['(@ben lee', { start: 2, written: 'ben lee' }],
  ['Ask\n@be', { start: 5, written: 'be' }],
  ['ben@be', null],
  ['Nobody', null],
  ['@ben, and', null],
])('finds what is written after the @ before the caret in %j', (text, found) => expect(mentionAt(text, text.length)).toEqual(found));
