import { expect, test } from 'vitest';
import { chooseTrades } from './choose-trades.ts';

test.each([
  ['We are a family business in Ohio that fixes wet basements.', 'basement-waterproofing'],
  ['I am a plumber in Dallas.', 'plumbers'],
  ['Wedding photographer in Austin, relaxed and documentary.', 'wedding-photographer'],
  ['I sell invoicing software to freelance designers who get paid late.', 'invoicing-software'],
  ['I repair espresso machines in Portland, Oregon.', 'espresso-machines'],
  ['I help people with ADHD declutter their homes.', 'home-organizer'],
  ['I ghostwrite memoirs for retired executives.', 'ghostwriting'],
  ['Mesh wifi systems for large homes with thick walls', 'wifi-routers-networks'],
  ['Mobile dog grooming in Denver', 'dog-grooming'],
  ['Junk removal in Phoenix', 'junk-removal'],
  ['CRM for real estate agents', 'realtor-crm-and-leads'],
  ['Bed bug treatment', 'bed-bug-treatment'],
  ['401k rollover advice', 'retirement-rollover'],
  // Of several kinds, of what customers do, or of nothing in particular.
  ['I am a dentist.', null],
  ['I am a lawyer.', null],
  ['We sell insurance.', null],
  ['We sell shoes.', null],
  ['SEO for dentists', 'dental-marketing'],
  ['Dog grooming salon software with appointments.', null],
  ['Helpdesk software for managed service providers.', null],
  ['I build booking websites for fishing charter captains', null],
  ['A scheduling app for dog groomers with two to five tables, $29 a month', null],
  ['We help businesses grow.', null],
  ['zzzz qqqq xxxx wwww', null],
])('of “%s” chooses %s', async (description, id) => {
  const { chosen } = await chooseTrades({ mode: 'basic', description, websiteUrl: '', pages: [] });
  expect(chosen.map((trade) => trade.id)).toEqual(id === null ? [] : [id]);
});

test.each([
  ['Wedding photographer in Austin, relaxed and documentary.', 'wedding-photographer'],
  ['Bed bug treatment', 'bed-bug-treatment'],
  ['I am a lawyer.', null],
  ['We help businesses grow.', null],
])('of “%s” chooses %s by words alone', async (description, id) => {
  const { chosen } = await chooseTrades({ mode: 'basic', description, websiteUrl: '', pages: [] }, true);
  expect(chosen.map((trade) => trade.id)).toEqual(id === null ? [] : [id]);
});

test('offers others beside a clear trade only if they fit nearly as well', async () => {
  const idsOf = async (description: string) =>
    (await chooseTrades({ mode: 'basic', description, websiteUrl: '', pages: [] })).found.map(({ id }) => id);
  expect(await idsOf('We are a family business in Ohio that fixes wet basements.')).toEqual(['basement-waterproofing']);
  const movers = await idsOf('A small moving firm with hourly crews, truck loading, packing and storage for apartments and houses');
  expect(movers.slice(0, 1)).toEqual(['local-movers']);
  expect(movers).toContain('moving-labor');
});

test.each([
  [
    'Bookkeeping for food trucks and market stalls. Not restaurants with more than one location',
    'bookkeeping-accounting',
    'restaurant-pos',
  ],
  ['A scheduling app for dog groomers', 'kennel-and-grooming-software', 'cat-grooming'],
  ['I cater weddings and office lunches, no cakes', 'catering', 'cake-bakery'],
  ['I teach nervous adults how to drive, not motorcycles', 'driving-lessons', 'motorcycle-repair'],
])('of “%s” offers %s, not what is for others or isn’t offered', async (description, id, other) => {
  const { found } = await chooseTrades({ mode: 'basic', description, websiteUrl: '', pages: [] });
  const ids = found.map((trade) => trade.id);
  expect(ids.slice(0, 2)).toContain(id);
  expect(ids).not.toContain(other);
});
