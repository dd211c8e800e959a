import { namesOf, streamsNamed } from '#shared/streams.ts';
import { describe, expect, test } from 'vitest';
import { campaignInputSchema } from '#shared/campaigns.ts';
import type { Subreddit } from '#shared/subreddits.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { systemActor } from '#core/platform/actor.ts';
import { createPropose } from '#core/ai/propose.ts';
import { createProposals } from './propose.ts';

const builtIn = createPropose(null);
type Request = Parameters<ReturnType<typeof createProposals>['propose']>[1];
const propose = (request: Request) =>
  createProposals({ readWebsite: null, listSubreddits: () => Promise.reject(new Error('not asked')), propose: builtIn }).propose(
    systemActor,
    request,
  );
const descriptions = {
  invoicing:
    'Invoicing software for freelancers and tiny studios: quotes, deposits, payment reminders. No more chasing clients who pay late.',
  pottery: 'We run weekend pottery workshops for couples who want to try the wheel and glazing.',
  backups: 'Encrypted off-site backups for homelab owners who run a NAS and want restores that work.',
};

test.each(Object.entries(descriptions))(
  'turns a description of %s into a campaign that can be saved as is, with a reason for each part',
  async (_, description) => {
    const { draft, reasons } = await propose({ mode: 'basic', description });
    expect(campaignInputSchema.parse(draft)).toEqual(draft);
    expect(draft.rules.length).toBeGreaterThan(0);
    expect(draft.rules.every(({ text }) => parseRule(text).ok)).toBe(true);
    expect(namesOf(draft.streams, 'subreddit').length).toBeGreaterThan(0);
    for (const [index] of draft.streams.entries()) expect(reasons.find(({ part }) => part === `streams.${index}`)?.why).toBeTruthy();
    for (const [index] of draft.rules.entries()) expect(reasons.find(({ part }) => part === `rules.${index}`)?.why).toBeTruthy();
  },
);

test('proposes different subreddits and rules for different offerings', async () => {
  const drafts = await Promise.all(
    Object.values(descriptions).map(async (description) => (await propose({ mode: 'smart', description })).draft),
  );
  const first = drafts.map(({ streams }) => streams[0]?.name);
  expect(first).toEqual([...new Set(first)]);
  expect(new Set(drafts.map(({ rules }) => rules[0]?.text)).size).toBe(3);
});

test("rejects a description that is too short with an error at its field, and a website when the instance can't read websites", async () => {
  await expect(propose({ mode: 'basic', description: 'x' })).rejects.toMatchObject({ code: 'invalid', details: [{ path: 'description' }] });
  await expect(propose({ mode: 'website' })).rejects.toMatchObject({ code: 'invalid', details: [{ path: 'websiteUrl' }] });
  await expect(propose({ mode: 'website', websiteUrl: 'https://example.com' })).rejects.toMatchObject({ code: 'unavailable' });
});

test('proposes a campaign from the text of a website', async () => {
  const page = {
    title: 'Paperboat',
    description: descriptions.invoicing,
    headings: ['Deposits and quotes', 'Payment reminders that stay polite'],
    siteName: '',
    text: '',
    links: [],
    url: 'https://example.com/',
  };
  const { draft } = await createProposals({
    readWebsite: () => Promise.resolve([page]),
    listSubreddits: () => Promise.reject(new Error('not asked')),
    propose: builtIn,
  }).propose(systemActor, {
    mode: 'website',
    websiteUrl: 'https://example.com',
  });
  expect(draft).toMatchObject({ name: 'Paperboat', mode: 'website', websiteUrl: 'https://example.com' });
  expect(draft.offering).toContain('Payment reminders that stay polite');
});

const user = { kind: 'user', userId: '1', role: 'user' } as const;
const named = (name: string, state: 'missing' | 'unread'): Subreddit => ({
  name,
  state,
  about: null,
  rules: null,
  requirements: null,
  promotion: { level: 'unknown', from: null, message: '', limit: null },
  readAt: null,
  stale: false,
  error: null,
});

test('searches all of Reddit if none of the suggested subreddits can be read, and says why', async () => {
  const { draft, reasons } = await createProposals({
    readWebsite: null,
    listSubreddits: () => Promise.resolve({ items: [named('invented_by_a_model', 'missing')] }),
    propose: async (source, asking) => {
      const { proposal, by } = await builtIn(source, asking);
      return { proposal: { ...proposal, draft: { ...proposal.draft, streams: streamsNamed('subreddit', ['invented_by_a_model']) } }, by };
    },
  }).propose(user, { mode: 'smart', description: descriptions.invoicing });
  expect(draft.streams).toEqual([{ kind: 'search', name: 'Reddit' }]);
  expect(reasons.filter(({ part }) => part.startsWith('streams.'))).toEqual([
    { part: 'streams.0', why: 'No suggested subreddit can be read; search finds people anywhere' },
  ]);
});

test("leaves out subreddits that Reddit doesn't know, and keeps those it couldn't check", async () => {
  const asked: string[][] = [];
  const { draft, reasons } = await createProposals({
    readWebsite: null,
    listSubreddits: (_, names) => {
      asked.push([...names]);
      return Promise.resolve({ items: [named('invented_by_a_model', 'missing'), named('perhaps_there', 'unread')] });
    },
    propose: async (source, asking) => {
      const { proposal, by } = await builtIn(source, asking);
      const streams = streamsNamed('subreddit', ['invented_by_a_model', 'perhaps_there', 'freelance']);
      const places = streams.map(({ name }, index) => ({ part: `streams.${index}`, why: `Why ${name}` }));
      const others = proposal.reasons.filter(({ part }) => !part.startsWith('streams.'));
      return { proposal: { ...proposal, draft: { ...proposal.draft, streams }, reasons: [...others, ...places] }, by };
    },
  }).propose(user, { mode: 'smart', description: descriptions.invoicing });
  expect(asked).toEqual([['invented_by_a_model', 'perhaps_there']]);
  expect(draft.streams).toEqual(streamsNamed('subreddit', ['perhaps_there', 'freelance']));
  expect(reasons.filter(({ part }) => part.startsWith('streams.'))).toEqual([
    { part: 'streams.0', why: 'Why perhaps_there' },
    { part: 'streams.1', why: 'Why freelance' },
  ]);
});

describe('the trade of an offer', () => {
  const basements = 'We are a family business in Ohio that fixes wet basements.';

  test('gives the proposal its name, customers, problems, rules, and subreddits, and lists others to choose', async () => {
    const { draft, trades, reasons } = await propose({ mode: 'basic', description: basements });
    expect(trades[0]).toMatchObject({ id: 'basement-waterproofing', isChosen: true });
    expect(trades.slice(1).every(({ isChosen }) => !isChosen)).toBe(true);
    expect(draft.name).toBe('Basement waterproofing');
    expect(draft.idealCustomer).toMatch(/basement.*\. In Ohio$/);
    expect(reasons).toContainEqual({ part: 'idealCustomer', why: 'Customers of this trade: Basement waterproofing' });
    expect(draft.painPoints.length).toBeGreaterThanOrEqual(8);
    expect(draft.rules.map(({ text }) => text).join(' ')).toMatch(/sump/);
    expect(namesOf(draft.streams, 'subreddit')).toEqual(expect.arrayContaining(['HomeImprovement', 'Ohio']));
    expect(namesOf(draft.streams, 'subreddit')).not.toContain('family');
    expect(namesOf(draft.streams, 'stackexchange')).toEqual(['diy']);
    expect(reasons.some(({ part }) => part === 'excludes.0')).toBe(draft.excludes.length > 0);
  });

  test('of software brings searches on GitHub for what people look for instead, and Bluesky, each with its reason', async () => {
    const description = 'Error monitoring with stack traces and alerts.';
    const placesOf = async (trades: string[], competitors?: string[]) => {
      const { draft, reasons } = await propose({ mode: 'basic', description, trades, competitors });
      expect(campaignInputSchema.parse(draft)).toEqual(draft);
      expect(reasons.filter(({ part, why }) => part.startsWith('streams.') && why.length > 10)).toHaveLength(draft.streams.length);
      return [namesOf(draft.streams, 'githubsearch'), namesOf(draft.streams, 'bluesky')];
    };
    const bluesky = ['bsky.app'];
    expect(await placesOf(['error-monitoring'])).toEqual([['Sentry alternative', 'Datadog alternative'], bluesky]);
    expect(await placesOf(['error-monitoring'], ['Trace "Hut"', '!!!'])).toEqual([
      ['Trace Hut alternative', 'Sentry alternative'],
      bluesky,
    ]);
    expect(await placesOf(['crm-software'])).toEqual([['HubSpot alternative', 'Salesforce alternative'], []]);
    expect(await placesOf(['podcast-hosting'])).toEqual([[], bluesky]);
    expect(await placesOf(['basement-waterproofing'], ['Dry Basements'])).toEqual([[], []]);
    // Without a trade, no forum is known.
    expect(await placesOf([])).toEqual([[], bluesky]);
  });

  test('can be another one, several, or none, as the user says', async () => {
    const asked = (trades: string[]) => propose({ mode: 'basic', description: basements, trades });
    const other = await asked(['foundation-repair']);
    expect(other.trades.filter(({ isChosen }) => isChosen).map(({ id }) => id)).toEqual(['foundation-repair']);
    const both = await asked(['basement-waterproofing', 'foundation-repair']);
    expect(both.draft.rules.length).toBeLessThanOrEqual(8);
    expect(both.draft.rules).toContainEqual(other.draft.rules[0]);
    const none = await asked([]);
    expect(none.trades.some(({ isChosen }) => isChosen)).toBe(false);
    expect(none.draft.painPoints).toEqual([]);
    await expect(asked(['no-such-trade'])).rejects.toMatchObject({ code: 'invalid', details: [{ path: 'trades' }] });
  });

  test('adds to the customers that the text names', async () => {
    const { draft, reasons } = await propose({ mode: 'basic', description: 'Invoicing software for freelancers in Canada.' });
    expect(draft.idealCustomer).toMatch(/^Freelancers\. .+\. In Canada$/);
    expect(reasons).toContainEqual({
      part: 'idealCustomer',
      why: 'From your description, and customers of this trade: Invoicing and billing software',
    });
  });

  test('is refused where it is not known in the language of the customers', async () => {
    const refused = { code: 'invalid', details: [{ path: 'trades', message: 'German has no trade called foundation-repair' }] };
    const trades = ['foundation-repair'];
    await expect(propose({ mode: 'basic', description: basements, language: 'de', trades })).rejects.toMatchObject(refused);
    await expect(
      propose({ mode: 'basic', description: 'Wir trocknen feuchte Keller und bauen Pumpen ein.', trades }),
    ).rejects.toMatchObject(refused);
  });

  test('is looked for in each community once, with one reason', async () => {
    const description = 'We repair stucco in Phoenix.';
    const { draft, reasons } = await propose({ mode: 'basic', description, trades: ['stucco-repair'] });
    expect(namesOf(draft.streams, 'subreddit').filter((name) => name === 'phoenix')).toHaveLength(1);
    expect(reasons.filter(({ part }) => part.startsWith('streams.'))).toHaveLength(draft.streams.length);
  });

  test('asks what the text leaves open, once', async () => {
    const description = 'We fix wet basements and install sump pumps.';
    expect((await propose({ mode: 'basic', description })).questions).toEqual(['regions', 'competitors']);
    const answered = await propose({ mode: 'basic', description, regions: ['Columbus, Ohio'], competitors: ['Dry "Best" Basements'] });
    expect(answered.questions).toEqual([]);
    expect(answered.draft.regions).toEqual(['Columbus, Ohio']);
    expect(answered.reasons).toContainEqual({ part: 'regions.0', why: 'Your answer' });
    expect(answered.draft.rules[0]?.text).toMatch(/^"Dry Best Basements" \(alternative\*/);
    expect((await propose({ mode: 'basic', description: basements })).questions).toEqual(['competitors']);
  });

  test('clears places, and takes competitors without a trade', async () => {
    const cleared = await propose({ mode: 'basic', description: basements, regions: [] });
    expect(cleared.draft.regions).toEqual([]);
    expect(cleared.draft.idealCustomer).not.toContain('Ohio');
    const competitors = ['Dry Basements', '!!!'];
    const others = [
      await propose({ mode: 'basic', description: descriptions.pottery, trades: [], competitors }),
      await propose({ mode: 'basic', description: 'Wir trocknen feuchte Keller und bauen Pumpen ein.', competitors }),
    ];
    for (const { draft, reasons } of others) {
      expect(draft.rules.filter(({ text }) => text.includes('"Dry Basements" (alternati'))).toEqual([draft.rules[0]]);
      expect(draft.rules.length).toBeGreaterThan(1);
      expect(draft.rules.every(({ text }) => parseRule(text).ok && !text.includes('!'))).toBe(true);
      expect(reasons.find(({ part }) => part === 'rules.0')?.why).toContain('compare Dry Basements');
    }
  });

  test('is found in the language of its customers, with what it asks', async () => {
    const { draft, trades, questions } = await propose({
      mode: 'basic',
      description: 'Wir bauen Wärmepumpen ein und tauschen alte Heizungen.',
    });
    expect(trades).toContainEqual({ id: 'heat-pumps-mini-splits', name: draft.name, isChosen: true });
    expect(questions).toEqual(['regions', 'competitors']);
  });

  test.each(['Wir züchten Alpakas in der Rhön und verkaufen ihre Wolle.', 'zzzz qqqq xxxx wwww'])(
    'is left open where none is known: %s',
    async (description) => {
      expect(await propose({ mode: 'basic', description })).toMatchObject({ trades: [], questions: [] });
    },
  );
});

test("proposes a campaign from another tool's keywords, which can be saved as is, with what each part was", async () => {
  const list = 'Keyword,Whole word only?,Flags\ninvoice tool,Yes,only-reddit\nbilling,No,\n((,Yes,\n';
  const { draft, reasons, language, questions } = await propose({ mode: 'list', list });
  expect(campaignInputSchema.parse(draft)).toEqual(draft);
  expect(draft).toMatchObject({ name: 'Keywords from F5Bot', mode: 'manual', rules: [{ text: '"invoice tool"' }, { text: 'billing*' }] });
  expect({ language, questions }).toEqual({ language: null, questions: [] });
  expect(reasons).toEqual([
    { part: 'offering', why: 'Left out of your list: “((”' },
    { part: 'rules.0.text', why: 'From F5Bot: invoice tool' },
    { part: 'rules.1.text', why: 'From F5Bot: billing' },
    { part: 'streams.0', why: 'F5Bot searched there' },
    { part: 'streams.1', why: 'F5Bot searched there' },
  ]);
  expect((await propose({ mode: 'list', list, language: 'de' })).draft.languages).toEqual(['de']);
});

test('keeps what a campaign can hold of a long list, and says what is left out', async () => {
  const { draft, reasons } = await propose({
    mode: 'list',
    list: Array.from({ length: 230 }, (_, index) => `keyword ${index}`).join('\n'),
  });
  expect(draft.rules).toHaveLength(200);
  expect(reasons[0]?.why).toBe(
    'Left out of your list: “keyword 200”, “keyword 201”, “keyword 202”, “keyword 203”, “keyword 204” and 25 more',
  );
  await expect(propose({ mode: 'list', list: ' \n' })).rejects.toMatchObject({ code: 'invalid', details: [{ path: 'list' }] });
});
