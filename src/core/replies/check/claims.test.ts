import { expect, test } from 'vitest';
import { placeholderPoint, unknownClaims } from './claims.ts';

const known =
  'Billbird sends invoices from $9 a month, 1,200 firms use it. https://billbird.example/start\nI am in Leeds and have 14 clients.';

test.each([
  ['Billbird costs $9 and 1200 firms use it, see billbird.example/start', []],
  ['Most of my 14 clients in Leeds pay late, 2 or 3 never', []],
  ['It costs $19 a month and cuts late payment by 40%', ['$19', '40%']],
  ['We use Zorbify for that, more at https://zorbify.io/x', ['https://zorbify.io/x', 'Zorbify']],
  ['Ask for a deposit. Then send a reminder on Monday, as a PDF.', []],
  ['Das Finanzamt in Köln will die Rechnung mit Nummer und Datum und Betrag und Anschrift sehen', []],
])('finds what is in no known text: %s', (text, claims) => {
  expect(unknownClaims(text, known)).toEqual(claims);
});

test.each([
  ['Hi [name], ask for half in advance', '[name]'],
  ['I make {{product}} for that', '{{product}}'],
  ['More at [your website]', '[your website]'],
  ['Gruß, [Firmenname]', '[Firmenname]'],
])('stops at a gap left to fill in: %s', (text, gap) => {
  expect(placeholderPoint({ text })).toMatchObject({ level: 'stop', message: expect.stringContaining(gap) });
});

test.each(['See [this page about names](https://example.org)', 'As [1] says', 'Plain text'])('leaves other brackets alone: %s', (text) => {
  expect(placeholderPoint({ text })).toBe(null);
});
