import { describe, expect, it } from 'vitest';
import { createCatalog } from './sentences.ts';

describe('sentences of the server', () => {
  const texts = { Save: 'Speichern', '“{text}”': '„{text}“' };
  const { sent, reason } = createCatalog(
    texts,
    {
      'Campaign not found': 'Kampagne nicht gefunden',
      'Looking for': 'Sucht',
      '{name} is paused': '{name} ist pausiert',
      '{name} is paused. {said}': '{name} ist pausiert. {said}',
      'At most {n} characters': 'Höchstens {n} Zeichen',
      '{n} days': '{n} Tage',
      'This is {said} old': 'Das ist {said} alt',
      'Ask an admin.': 'Frag einen Admin.',
      'Moved to {day}': 'Auf {day} verschoben',
      'Its runs failed.': 'Die Läufe sind fehlgeschlagen.',
      "Couldn't read {path}": '{path} ließ sich nicht lesen',
      "Couldn't read your account.": 'Dein Konto ließ sich nicht lesen.',
      'Done: {note}': 'Erledigt: {note}',
      'Talks about {list}': 'Spricht über {list}',
    },
    'de',
  );

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
    ['Moved to 2026-12-01', 'Auf 01.12.2026 verschoben'],
    ['Moved to some day', 'Auf some day verschoben'],
    // A sentence beside a name is no part of it.
    ['Its runs failed. My campaign is paused', 'Die Läufe sind fehlgeschlagen. My campaign ist pausiert'],
    ['Its runs failed. r/freelance is paused', 'Die Läufe sind fehlgeschlagen. r/freelance ist pausiert'],
    ["Couldn't read your account. Campaign not found", 'Dein Konto ließ sich nicht lesen. Kampagne nicht gefunden'],
    ["Couldn't read your account. Nobody knows why", 'Dein Konto ließ sich nicht lesen. Nobody knows why'],
    ['Acme Inc. Leads is paused', 'Acme Inc. Leads ist pausiert'],
    ['Done: I called. My name is paused', 'Erledigt: I called. My name is paused'],
    ['Talks about “salt and pepper”, “late, fees”, and Save', 'Spricht über „salt and pepper“, „late, fees“ und Speichern'],
    ['Talks about “I would …” or “Try to …”.', 'Spricht über „I would …“ oder „Try to …“.'],
    ['', ''],
  ])('say %j as %j', (english, german) => expect(sent(english)).toBe(german));

  it('keep what an author wrote in a reason', () =>
    expect(reason('Looking for: “a Save button” · $50')).toBe('Sucht: „a Save button“ · $50'));

  it('are read in time, however long and repetitive what somebody wrote is', () => {
    const hostile = createCatalog({}, { '{a} is {b} is {c} is {d}!': '{a}{b}{c}{d}' }, 'de');
    const text = 'x is '.repeat(300);
    expect(hostile.sent(text)).toBe(text);
    expect(hostile.sent(text.slice(0, 500))).toBe(text.slice(0, 500));
  });
});
