import { expect, test } from 'vitest';
import { namesOf } from '#shared/streams.ts';
import { proposeBuiltIn } from './built-in.ts';
import { chooseTrades } from './choose-trades.ts';

async function draftOf(description: string, trades: readonly string[], isOff = false) {
  const source = { mode: 'basic' as const, description, websiteUrl: '', pages: [], trades };
  const { draft } = proposeBuiltIn(source, await chooseTrades(source, isOff));
  return { ...draft, lines: draft.rules.map(({ text }) => text), subreddits: namesOf(draft.streams, 'subreddit') };
}

const pipes = 'I make bagpipe reeds and service smallpipes, sold to pipers who play in bands or at weddings.';
const station = 'Scheduling app for volunteer fire departments so the chief knows who is available tonight, $30 a month per station.';
const swimming = 'I teach adults to swim who are afraid of water, one to one, in Bristol, not kids.';

test.each([
  [pipes, ['woodwind-brass-repair'], /bagpipe/],
  [station, ['volunteer-management', 'shift-scheduling'], /"volunteer fire"/],
  ['We do Google Ads for dentists and vets, nobody else.', ['google-ads-management'], /dentist OR vet/],
  ['Lawn mowing and snow clearing for older people in Duluth.', ['weekly-lawn-mowing'], /"snow clearing"/],
  ['We cast replacement plaster cornices for old houses.', ['drywall-plaster-repair'], /cornice/],
  ['Doy clases de guitarra flamenca por internet a extranjeros adultos.', ['music-lessons'], /flamen/],
])('of “%s” begins with a rule of the words that its trade lacks', async (description, trades, word) => {
  const { lines } = await draftOf(description, trades);
  expect(lines[0]).toMatch(word);
  expect(lines.length).toBeLessThanOrEqual(10);
});

test('has no rule of its own where the trade knows all that the offer says', async () => {
  const { lines } = await draftOf('Basement waterproofing in Columbus, Ohio.', ['basement-waterproofing']);
  const { chosen } = await chooseTrades({
    mode: 'basic',
    description: 'Wet basements',
    websiteUrl: '',
    pages: [],
    trades: ['basement-waterproofing'],
  });
  const known = new Set(chosen.flatMap(({ rules }) => rules));
  expect(lines.every((line) => known.has(line))).toBe(true);
});

test.each([
  ['Marta hangs and strips wallpaper.', ['wallpaper'], /marta/i],
  ['Little Ledger: daycare software that logs naps, and collects tuition.', ['daycare-management-software'], /collects tuition|ledger/i],
  ['Phone repair in greater Pittsburgh, crew of four.', ['phone-repair'], /pittsburgh|crew/i],
])('of “%s” makes no rule of names and of what is said of anything', async (description, trades, word) => {
  const { lines } = await draftOf(description, trades);
  expect(lines.join(' ')).not.toMatch(word);
});

test('makes no rule of verbs, places, prices, and what is denied', async () => {
  const text = `${await draftOf('We cast plaster ceilings in Leeds, no stucco, minimum spend 1500 a month.', [
    'drywall-plaster-repair',
  ]).then(({ lines }) => lines[0])}`;
  expect(text).not.toMatch(/cast|leeds|stucco|spend|minimum/i);
});

test.each([false, true])('leaves out those whom the offer denies (reader off: %s)', async (isOff) => {
  const { lines, painPoints, idealCustomer } = await draftOf(swimming, ['swimming-lessons'], isOff);
  const all = [...lines, ...painPoints, idealCustomer].join('\n');
  expect(all).not.toMatch(/\b(?:kids|toddlers?|daughter|son|children)\b/i);
  expect(all).toContain('afraid of water');
});

test('keeps what customers write before they know what they need', async () => {
  const { lines } = await draftOf("I'm Dana, a career coach for mid-career women who are stuck; six sessions, $900, over Zoom.", [
    'career-coach',
  ]);
  expect(lines.join(' ')).toContain('"laid off"');
});

test('puts what is nearest to the offer first', async () => {
  const { lines, painPoints } = await draftOf(swimming, ['swimming-lessons']);
  expect(lines[0]).toContain('"afraid of water"');
  expect(painPoints.indexOf("panic when I can't touch the ground")).toBeLessThan(
    painPoints.indexOf('tri in July, breathe every second stroke and die'),
  );
});

test('takes nothing from a trade of private people for who sells to businesses only', async () => {
  const { lines, painPoints, idealCustomer } = await draftOf(
    'Faço próteses dentárias em laboratório próprio em Braga, vendo só a clínicas e dentistas, não ao público.',
    ['dental-implants-and-dentures'],
  );
  expect(idealCustomer).toBe('Clínicas e dentistas. Em Braga');
  expect(painPoints).toEqual([]);
  expect(lines.join(' ')).not.toMatch(/implante|dentadura/);
  expect(lines[0]).toMatch(/laborator/);
});

test('for a trade beside the offer, leaves out problems with its own things', async () => {
  const { painPoints, idealCustomer, subreddits } = await draftOf(pipes, ['woodwind-brass-repair']);
  expect(painPoints.join(' ')).not.toMatch(/sax|flute|clarinet|trumpet/);
  expect(painPoints.length).toBeGreaterThan(0);
  expect(idealCustomer).toMatch(/^Pipers who play in bands or at weddings\. /);
  expect(subreddits[0]).toBe('bagpipes');
  expect(subreddits.length).toBeLessThanOrEqual(8);
});

test('takes any marks in what the text denies', async () => {
  const { lines } = await draftOf('A status page for developers, flat $9 a month, no per-seat pricing (no [extras], no C++).', [
    'uptime-monitoring',
  ]);
  expect(lines.length).toBeGreaterThan(5);
});
