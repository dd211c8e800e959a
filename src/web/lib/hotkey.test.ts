import { expect, it } from 'vitest';
import { matchesHotkey } from './hotkey.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

it.each([
  ['Ctrl+B', press('b', { ctrlKey: true }), 'mod+b', true],
  ['Cmd+B', press('b', { metaKey: true }), 'mod+b', true],
  ['Ctrl+B with Caps Lock', press('B', { ctrlKey: true }), 'mod+b', true],
  ['B alone', press('b'), 'mod+b', false],
  ['Ctrl+J', press('j', { ctrlKey: true }), 'j', false],
  ['a question mark, which needs Shift', press('?'), '?', true],
  ['Alt+J', press('j', { altKey: true }), 'j', false],
  ['Escape', press('Escape'), 'Escape', true],
] as const)('%s', (...[, event, keys, matches]) => expect(matchesHotkey(event, keys)).toBe(matches));
