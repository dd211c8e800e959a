import { describe, expect, it } from 'vitest';
import { languageOf } from './language.ts';

describe('the language', () => {
  it.each([
    [null, ['de-AT', 'en'], 'de'],
    [null, ['fr-FR', 'de'], 'de'],
    [null, ['DE'], 'de'],
    [null, ['fr'], 'en'],
    [null, [], 'en'],
    ['en', ['de-DE'], 'en'],
    ['de', ['en-US'], 'de'],
    ['klingon', ['de-DE'], 'de'],
    ['toString', ['en'], 'en'],
  ] as const)('is chosen by %j and the browser’s %j: %s', (choice, tags, language) => expect(languageOf(choice, tags)).toBe(language));
});
