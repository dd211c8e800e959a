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
  ['mobile dog grooming north phoenix metro, eleven years', ['dog-grooming'], /phoenix|metro|eleven/i],
])('of “%s” makes no rule of names and of what is said of anything', async (description, trades, word) => {
  const { lines } = await draftOf(description, trades);
  expect(lines.join(' ')).not.toMatch(word);
});

test('asks for a thing of the offer beside what the trade is, and for an activity alone, too', async () => {
  const ownOf = async (description: string, trade: string, word: RegExp) =>
    (await draftOf(description, [trade])).lines.filter((line) => word.test(line));
  const [things, activities] = [
    await ownOf('Time tracking for architects that ties hours to phases', 'time-tracking', /^architect /),
    await ownOf('Foundation repair and crawl space encapsulation', 'crawl-space-encapsulation', /"foundation repairs?"/),
  ];
  expect(things).toHaveLength(1);
  expect(things[0]).toMatch(/track/);
  expect(things[0]).not.toMatch(/"looking for"/);
  expect(activities[0]).toMatch(/"looking for"/);
});

test('takes no community of a product that the offer only uses', async () => {
  const reminders = 'A web app that chases late invoices and sends polite reminders over WhatsApp, for freelancers.';
  expect((await draftOf(reminders, ['invoicing-software'])).subreddits.map((name) => name.toLowerCase())).not.toContain('whatsapp');
  expect((await draftOf('Time tracking for architects', ['time-tracking'])).subreddits).toContain('Architects');
});

test('says of customers whom the text names as far as that says more than anybody', async () => {
  const { idealCustomer } = await draftOf('Nutrition coaching for women, twelve weeks.', ['dietitians']);
  expect(idealCustomer).not.toMatch(/^Women\./);
  const moved = await draftOf('I fix slow stores, customize themes and move people over from WooCommerce.', ['shopify-developers']);
  expect(moved.idealCustomer).not.toMatch(/customize/i);
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
