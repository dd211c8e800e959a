import { describe, expect, it } from 'vitest';
import { createTexts, languageOf, noCatalog } from './language.ts';

describe('the language', () => {
  it.each([
    [null, ['de-AT', 'en'], 'de'],
    [null, ['fr-FR', 'de'], 'de'],
    [null, ['fr'], 'en'],
    [null, [], 'en'],
    ['en', ['de-DE'], 'en'],
    ['de', ['en-US'], 'de'],
    ['klingon', ['de-DE'], 'de'],
    ['toString', ['en'], 'en'],
  ] as const)('is chosen by %j and the browser’s %j: %s', (choice, tags, language) => expect(languageOf(choice, tags)).toBe(language));
});

describe('sentences of the server', () => {
  const { sent, reason } = createTexts('de', {
    texts: { Save: 'Speichern', '“{text}”': '„{text}“' },
    sentences: {
      'Campaign not found': 'Kampagne nicht gefunden',
      'Looking for': 'Sucht',
      '{name} is paused': '{name} ist pausiert',
      '{name} is paused. {said}': '{name} ist pausiert. {said}',
      'At most {n} characters': 'Höchstens {n} Zeichen',
      '{n} days': '{n} Tage',
      'This is {said} old': 'Das ist {said} alt',
      'Ask an admin.': 'Frag einen Admin.',
    },
  });

  it.each([
    ['Save', 'Speichern'],
    ['Campaign not found', 'Kampagne nicht gefunden'],
    ['My “own” name is paused', 'My “own” name ist pausiert'],
    ['At most 2,000 characters', 'Höchstens 2.000 Zeichen'],
    ['At most 4.5 characters', 'Höchstens 4,5 Zeichen'],
    ['At most many characters', 'At most many characters'],
    ['This is 30 days old', 'Das ist 30 Tage alt'],
    // A name is nobody's sentence, even where it reads like one.
    ['Campaign not found is paused', 'Campaign not found ist pausiert'],
    ['Line one\nline two is paused', 'Line one\nline two ist pausiert'],
    ['Campaign not found. Ask an admin.', 'Kampagne nicht gefunden. Frag einen Admin.'],
    ['It said “$&” and {name}', 'It said “$&” and {name}'],
    ['{said} is paused', '{said} ist pausiert'],
    ['constructor', 'constructor'],
    ['Campaign not found.', 'Kampagne nicht gefunden.'],
    ['Ask an admin', 'Frag einen Admin'],
    ['', ''],
  ])('say %j as %j', (english, german) => expect(sent(english)).toBe(german));

  it('keep what an author wrote in a reason', () =>
    expect(reason('Looking for: “a Save button” · $50')).toBe('Sucht: „a Save button“ · $50'));

  it('stay as they are in English', () => expect(createTexts('en', noCatalog).sent('Save is paused')).toBe('Save is paused'));

  it('are read in time, however long and repetitive what somebody wrote is', () => {
    const hostile = createTexts('de', { texts: {}, sentences: { '{a} is {b} is {c} is {d}!': '{a}{b}{c}{d}' } });
    const text = 'x is '.repeat(300);
    expect(hostile.sent(text)).toBe(text);
    expect(hostile.sent(text.slice(0, 500))).toBe(text.slice(0, 500));
  });
});
