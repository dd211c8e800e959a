import { describe, expect, test } from 'vitest';
import { dismissReasons } from '#shared/posts.ts';
import { keyGuide, createChordReader } from './key-guide.ts';
import { findCommand, type KeyPress } from './keys.tsx';
import { optionForDigit } from '#web/features/inbox/actions/reason-picker.tsx';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  defaultPrevented: false,
  ...more,
});

describe('keyboard shortcuts of lists', () => {
  test.each([
    ['j', 'next'],
    ['k', 'previous'],
    ['Enter', 'open'],
    ['l', 'lead'],
    ['x', 'dismiss'],
    ['e', 'archive'],
    ['r', 'reply'],
    ['u', 'undo'],
    ['h', 'snooze'],
    ['a', 'assign'],
    ['s', 'schedule'],
    ['v', 'select'],
    ['d', 'density'],
    ['t', 'teach'],
    ['2', 'draft2'],
    ['Escape', 'close'],
  ])('maps %s to %s', (key, command) => {
    expect(findCommand(press(key), 'page')).toBe(command);
  });

  test('accepts letters with caps lock on', () => {
    expect(findCommand(press('J'), 'page')).toBe('next');
  });

  test('handles only Escape while the user is typing', () => {
    expect(findCommand(press('x'), 'text')).toBeNull();
    expect(findCommand(press('Escape'), 'text')).toBe('close');
  });

  test('leaves Enter and the arrow keys to a focused button, but not letters', () => {
    expect(findCommand(press('Enter'), 'control')).toBeNull();
    expect(findCommand(press('ArrowDown'), 'control')).toBeNull();
    expect(findCommand(press('j'), 'control')).toBe('next');
  });

  test('leaves the keys of the browser and of an open menu alone', () => {
    expect(findCommand(press('r', { ctrlKey: true }), 'page')).toBeNull();
    expect(findCommand(press('l', { metaKey: true }), 'page')).toBeNull();
    expect(findCommand(press('e', { defaultPrevented: true }), 'page')).toBeNull();
    expect(findCommand(press('Escape'), 'float')).toBeNull();
  });

  test('sends a chosen draft with Ctrl+Enter or Cmd+Enter, also while the focus is outside the reply', () => {
    expect(findCommand(press('Enter', { ctrlKey: true }), 'page')).toBe('send');
    expect(findCommand(press('Enter', { metaKey: true }), 'control')).toBe('send');
    expect(findCommand(press('Enter', { ctrlKey: true }), 'text')).toBeNull();
    expect(findCommand(press('Enter', { ctrlKey: true }), 'float')).toBeNull();
    // The next lead may have a reply in its field, too.
    expect(findCommand(press('Enter', { ctrlKey: true, repeat: true }), 'page')).toBeNull();
  });

  test('maps every key in the guide to its command', () => {
    const symbols: Record<string, string> = { '↓': 'ArrowDown', '↑': 'ArrowUp', Esc: 'Escape' };
    for (const { command, keys } of keyGuide.flatMap((part) => part.keys)) {
      for (const key of command ? keys : [])
        expect(findCommand(press(symbols[key] ?? key), 'page')).toBe(command === 'draft1' ? `draft${key}` : command);
    }
  });

  test('maps a digit to a dismiss reason', () => {
    expect(optionForDigit('1', dismissReasons)).toBe('not-my-customer');
    expect(optionForDigit('5', dismissReasons)).toBe('old');
    expect(optionForDigit('6', dismissReasons)).toBeUndefined();
    expect(optionForDigit('0', dismissReasons)).toBeUndefined();
    expect(optionForDigit('x', dismissReasons)).toBeUndefined();
  });
});

test('goes to a page after g, not by a letter alone right after the page has loaded', () => {
  const read = createChordReader();
  expect(read('d', 400)).toBeUndefined();
  expect(['g', 'd', 'd'].map((key, at) => read(key, 500 + at))).toEqual([undefined, '/dashboard', undefined]);
  expect([read('g', 1000), read('l', 2500)]).toEqual([undefined, undefined]);
});
