import { describe, expect, test } from 'vitest';
import { dismissReasons } from '#shared/posts.ts';
import { findByFigure } from './by-figure.ts';
import { keyGuide } from './key-guide.ts';
import { findCommand, type KeyPress } from './keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  ...more,
});

describe('keys of the inbox', () => {
  test.each([
    ['j', 'next'],
    ['k', 'previous'],
    ['Enter', 'open'],
    ['l', 'lead'],
    ['x', 'dismiss'],
    ['e', 'archive'],
    ['r', 'reply'],
    ['u', 'undo'],
    ['?', 'help'],
    ['Escape', 'close'],
  ])('%s means %s', (key, command) => {
    expect(findCommand(press(key), 'page')).toBe(command);
  });

  test('a letter counts with caps lock on, too', () => {
    expect(findCommand(press('J'), 'page')).toBe('next');
  });

  test('while typing only Escape is ours', () => {
    expect(findCommand(press('x'), 'text')).toBeNull();
    expect(findCommand(press('?'), 'text')).toBeNull();
    expect(findCommand(press('Escape'), 'text')).toBe('close');
  });

  test('a button keeps Enter and the arrows, letters still work', () => {
    expect(findCommand(press('Enter'), 'control')).toBeNull();
    expect(findCommand(press('ArrowDown'), 'control')).toBeNull();
    expect(findCommand(press('j'), 'control')).toBe('next');
  });

  test('the keys of the browser and of an open menu are left alone', () => {
    expect(findCommand(press('r', { ctrlKey: true }), 'page')).toBeNull();
    expect(findCommand(press('l', { metaKey: true }), 'page')).toBeNull();
    expect(findCommand(press('e', { defaultPrevented: true }), 'page')).toBeNull();
    expect(findCommand(press('Escape'), 'float')).toBeNull();
  });

  test('every key that the guide shows does what it says', () => {
    const symbols: Record<string, string> = { '↓': 'ArrowDown', '↑': 'ArrowUp', Esc: 'Escape' };
    for (const { command, keys } of keyGuide.filter((line) => line.command !== 'search')) {
      for (const key of keys) expect(findCommand(press(symbols[key] ?? key), 'page')).toBe(command);
    }
  });

  test('one figure gives the reason for a dismissal', () => {
    expect(findByFigure('1', dismissReasons)).toBe('not-my-customer');
    expect(findByFigure('5', dismissReasons)).toBe('old');
    expect(findByFigure('6', dismissReasons)).toBeUndefined();
    expect(findByFigure('0', dismissReasons)).toBeUndefined();
    expect(findByFigure('x', dismissReasons)).toBeUndefined();
  });
});
