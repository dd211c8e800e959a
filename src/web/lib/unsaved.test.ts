import { describe, expect, it, test } from 'vitest';
import { createStorage } from './storage.ts';
import { createUnsaved, withoutSent, withReturned } from './unsaved.ts';

const day = 86_400_000;

function open() {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const storage = createStorage(() => null);
  return { clock, storage, unsaved: createUnsaved(storage, () => clock.now) };
}

describe('unsent text', () => {
  it('is restored for the user who typed it and no one else', () => {
    const { storage, clock, unsaved } = open();
    unsaved.keep('1', 'answer 7', 'Have you tried …');
    const afterReload = createUnsaved(storage, () => clock.now);
    expect(afterReload.read('1', 'answer 7')).toBe('Have you tried …');
    expect(afterReload.read('2', 'answer 7')).toBeNull();
    expect(afterReload.read('1', 'answer 8')).toBeNull();
  });

  it('is removed when it is sent or cleared, without touching other drafts', () => {
    const { unsaved } = open();
    for (const field of ['a', 'b', 'c']) unsaved.keep('1', field, field);
    unsaved.forget('1', 'a');
    unsaved.keep('1', 'b', '');
    expect(['a', 'b', 'c'].map((field) => unsaved.read('1', field))).toEqual([null, null, 'c']);
  });

  it('is removed with the account, in every workspace', () => {
    const { unsaved } = open();
    unsaved.keep('1', 'a', 'mine');
    unsaved.keep('1@7', 'a', 'mine, in the workspace of 7');
    unsaved.keep('12', 'a', 'theirs');
    unsaved.forgetAllOf('1');
    expect(['1', '1@7', '12'].map((owner) => unsaved.read(owner, 'a'))).toEqual([null, null, 'theirs']);
  });

  it('expires after a month, and beyond the hundred newest drafts', () => {
    const { unsaved, clock } = open();
    unsaved.keep('1', 'old', 'x');
    clock.now += 30 * day;
    expect(unsaved.read('1', 'old')).toBeNull();
    for (let n = 0; n <= 100; n += 1) {
      clock.now += 1;
      unsaved.keep('1', `p${n}`, 'x');
    }
    expect(unsaved.read('1', 'p0')).toBeNull();
    expect(unsaved.read('1', 'p1')).toBe('x');
  });

  it.each(['', 'null', '7', '[]', '{"1 a":"x"}', '{"1 a":{"text":7,"at":0}}', '{"1 a'])('ignores a malformed store: %s', (stored) => {
    const { unsaved, storage } = open();
    storage.set('unsaved', stored);
    expect(unsaved.read('1', 'a')).toBeNull();
    unsaved.keep('1', 'a', 'x');
    expect(unsaved.read('1', 'a')).toBe('x');
  });
});

test('a draft is empty after it was sent, except for what was typed while it was', () => {
  expect(withoutSent('We make one.', 'We make one.')).toBe('');
  expect(withoutSent('We make one. Ask me!', 'We make one.')).toBe('We make one. Ask me!');
});

test('a text that comes back stands above what was typed since, and only once', () => {
  expect(withReturned('', 'We make one.')).toBe('We make one.');
  expect(withReturned('Next idea', 'We make one.')).toBe('We make one.\n\nNext idea');
  expect(withReturned('We make one. Ask me!', 'We make one.')).toBe('We make one. Ask me!');
});
