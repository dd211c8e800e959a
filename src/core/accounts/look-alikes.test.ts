import { describe, expect, test } from 'vitest';
import { refuseLookAlike, usernameKeyOf } from './look-alikes.ts';

const mixed = { details: [{ path: 'username', message: expect.stringContaining('different alphabets') }] };

describe('a user name', () => {
  test.each([
    'admin',
    'Ann-Marie Müller',
    'Łukasz 2',
    'админ',
    'Ольга К.',
    'Γιώργος',
    '田中さん',
    'タナカ taro',
    '김철수',
    'Kim 철수',
    'محمد',
    'דוד',
    'สมชาย',
    'ანა',
  ])('in one alphabet is allowed: %s', (name) => expect(() => refuseLookAlike(name)).not.toThrow());

  test.each(['аdmin', 'admіn', 'αdmin', 'Ann Мarie', 'раypal', 'ａdmіn', 'ꓮdmin', 'ᎪᎠᎷ'])(
    'of several alphabets, or of letters in no common use, is refused: %s',
    (name) => {
      expect(() => refuseLookAlike(name)).toThrow(expect.objectContaining(mixed) as Error);
    },
  );

  test.each(['ad\u200Bmin', 'ad\u00ADmin', 'admin\u3164', '\u115Fadmin', 'a\u202Edmin'])(
    'with invisible characters is refused: %j',
    (name) => {
      expect(() => refuseLookAlike(name)).toThrow('invisible characters');
    },
  );

  test.each([
    ['Ａｄｍｉｎ', 'admin'],
    ['𝐚dmin', 'ADMIN'],
    ['Straße', 'STRASSE'],
    ['ſam', 'Sam'],
    ['ΣΑΣ', 'σας'],
    ['сосо', 'coco'],
    ['РАСЕ', 'pace'],
    ['ΝΙΚΟ', 'vikо'],
    ['հօոս', 'honu'],
  ])('%s is the same as %s', (one, other) => expect(usernameKeyOf(one)).toBe(usernameKeyOf(other)));

  test.each([
    ['Иван', 'Ivan'],
    ['Νίκος', 'Nikos'],
    ['Ольга', 'Олег'],
  ])('%s and %s are two names', (one, other) => expect(usernameKeyOf(one)).not.toBe(usernameKeyOf(other)));
});
