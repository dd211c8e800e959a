import { afterAll, expect, test } from 'vitest';
import type { FetchedItem } from '#core/platform/item.ts';
import { createScorer } from '../scorer.ts';
import { makeCampaign, makeItem } from '../scoring.fixtures.ts';
import type { Pair } from './encode.ts';
import { createCandidateReader } from './read-candidates.ts';
import { createLazyReader, type Said } from './reader.ts';

const basements = makeCampaign({
  name: 'Basement waterproofing',
  offering: 'We fix wet basements in Ohio: interior drains, sump pumps, cracks in the foundation',
  idealCustomer: 'Homeowners with a wet basement',
  painPoints: ['water in the basement after rain'],
  rules: [{ text: 'basement' }, { text: 'foundation' }],
  subreddits: ['homeowners'],
});

const model = createLazyReader();
afterAll(model.close);

/** As the scoring thread scores it, with what was stored of it; null: nothing is stored. */
async function score(made: Partial<FetchedItem>, said?: Said | null) {
  const read: Pair[] = [];
  const reader = createCandidateReader((pairs) => {
    read.push(...pairs);
    return model.read(pairs);
  });
  const item = makeItem({ subreddit: 'homeowners', ...made });
  const scorer = createScorer({ campaigns: [basements], now: null });
  const stored = said === null ? {} : { said: said ? { [basements.id]: said } : {} };
  const [[result] = []] = await reader.read([{ item, results: scorer.score(item), ...stored }], scorer);
  expect(reader.fault()).toBeNull();
  const { evidence = [], reason = '' } = result?.assessment ?? {};
  return { read, said: result?.said, evidence, texts: evidence.map(({ text }) => text), reason };
}

const need = 'Water comes in along the north wall each time it rains, and the carpet down there is ruined.';
const polite = 'Thanks in advance for any help with the cat, and can anyone recommend a good name for her, as she lives in the basement?';
const move = {
  title: 'Three months in the new house',
  body: `The kids love the yard and the school is close. We painted the kitchen and the hall ourselves. ${polite} The neighbors brought us a pie. ${need} My brother visits us in May.`,
};

test('quotes the need that moved the model, where phrases of asking are about something else', async () => {
  const { reason, texts } = await score(move);
  expect(reason).toContain(need.slice(0, -1));
  expect(texts).toContain(need.slice(0, -1));
  expect(texts).not.toContain(polite);
  expect((await score(move, null)).reason).toContain(polite);
});

test('gives whole sentences as evidence, also long ones and those with emoji, entities, abbreviations, and numbers', async () => {
  const long =
    'My wife and I bought a small ranch near Dayton from an old couple (who swore that it was dry) and since then we have had four floods in the basement, the last of which took the freezer, the dryer and about $12,500 worth of tools with it because the sump pump that they left us is from 1987 and nobody we called wants to look at it before the spring';
  const rest = [
    '💧💧 R&amp;D people like me measure things, e.g. 3.5 inches of water in the basement after each storm 😭',
    '"Who fixes the foundation for less than 20,000 dollars?"',
  ];
  const { evidence, texts } = await score({ title: 'Wet basement', body: `${long}. ${rest.join('. ')}` });
  const whole = [
    'Wet basement',
    long,
    'R&amp;D people like me measure things, e.g. 3.5 inches of water in the basement after each storm',
    rest[1],
  ];
  expect(texts.length).toBeGreaterThan(1);
  for (const text of texts) expect(whole).toContain(text);
  for (const { field } of evidence) expect(['title', 'body']).toContain(field);
});

test('gives the own sentences of a comment, and names the thread where they say little without it', async () => {
  const thread = 'Anybody else with water in the basement?';
  const { evidence, reason } = await score({
    fullname: 't1_made',
    kind: 'comment',
    title: thread,
    body: 'Ours is an inch deep since Sunday and the insurance pays nothing. The pump runs day and night. Nice dog by the way.',
  });
  expect(evidence.length).toBeGreaterThan(0);
  expect(evidence.every(({ field }) => field === 'body')).toBe(true);
  expect(evidence.map(({ text }) => text)).not.toContain('Nice dog by the way');
  expect(reason).toContain(`in the thread “${thread}”`);
});

test('reads a text of forty thousand characters without eight of its sentences at most, none of which the model has not seen', async () => {
  const unseen = 'The basement of my aunt is the wettest one in Ohio, who can fix it?';
  const body = `${need} ${'We have lived here for a while and like the street a lot. '.repeat(30)}${unseen} ${'It is a nice town with a market on Saturdays. '.repeat(820)}`;
  const { read, texts } = await score({ title: 'Who fixes wet basements in Columbus?', body });
  expect(body.length).toBeGreaterThan(39_000);
  const without = read.filter((pair) => pair.without);
  expect(read.filter((pair) => !pair.without).length).toBeLessThanOrEqual(10);
  expect(without.length).toBeGreaterThan(8);
  expect(texts).toContain(need.slice(0, -1));
  expect(texts).not.toContain(unseen);
});

test('keeps its evidence without reading again, and looks for it once where it is missing', async () => {
  const { said, reason, evidence } = await score(move);
  expect(await score(move, said)).toEqual({ read: [], said: undefined, reason, evidence, texts: evidence.map(({ text }) => text) });
  const again = await score(move, said && { ...said, moved: null });
  expect(again.said).toEqual(said);
  expect(again.read.every(({ without, item }) => without !== undefined || item.body !== move.body)).toBe(true);
  expect((await score(move, said && { ...said, moved: [] })).reason).toContain(polite);
});

test('looks for nothing in a text that is no lead by far, or that is not stored', async () => {
  expect(
    (await score({ title: 'Our basement', body: 'We painted the basement blue. The kids play there. It looks great.' })).read,
  ).toHaveLength(1);
  expect((await score(move, null)).read).toHaveLength(1);
});
