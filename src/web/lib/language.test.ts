import { describe, expect, it } from 'vitest';
import { listed, partsWith, t, tSent } from './language.ts';

describe('texts', () => {
  it.each([
    ['{count, plural, one {# lead} other {# leads}} in {place}', { count: 1, place: 'r/x' }, '1 lead in r/x'],
    ['{count, plural, one {# lead} other {# leads}} in {place}', { count: 12_400, place: '{count}' }, '12.4k leads in {count}'],
    ['{count, plural, one {Marked as lead} other {Marked {items} as leads}}', { count: 2, items: '2 posts' }, 'Marked 2 posts as leads'],
    ['Placeholders: {{text}}', {}, 'Placeholders: {{text}}'],
    ['{a} and {b}', { a: 'x' }, 'x and {b}'],
  ])('put values into %j', (text, values, said) => expect(t(text, values as Record<string, string | number>)).toBe(said));

  it('keep elements as they are', () => {
    const link = { element: 'a' };
    expect(partsWith<unknown>('Read {link} first.', { link })).toEqual(['Read ', link, ' first.']);
  });

  it('leave what the server says as it is where there is no other language', () => {
    expect(tSent('At least 12 characters')).toBe('At least 12 characters');
    expect(tSent('{count} is not a value here')).toBe('{count} is not a value here');
    expect(tSent('constructor')).toBe('constructor');
  });

  it('list names', () => expect(listed(['Ann', 'Bo', 'Cy'])).toBe('Ann, Bo, and Cy'));
});
