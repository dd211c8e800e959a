import { expect, test } from 'vitest';
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
    expect(draft.subreddits.length).toBeGreaterThan(0);
    for (const [index] of draft.subreddits.entries()) expect(reasons.find(({ part }) => part === `subreddits.${index}`)?.why).toBeTruthy();
    for (const [index] of draft.rules.entries()) expect(reasons.find(({ part }) => part === `rules.${index}`)?.why).toBeTruthy();
  },
);

test('proposes different subreddits and rules for different offerings', async () => {
  const drafts = await Promise.all(
    Object.values(descriptions).map(async (description) => (await propose({ mode: 'smart', description })).draft),
  );
  expect(drafts.map(({ subreddits }) => subreddits[0])).toEqual([...new Set(drafts.map(({ subreddits }) => subreddits[0]))]);
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

test("leaves out subreddits that Reddit doesn't know, and keeps those it couldn't check", async () => {
  const user = { kind: 'user', userId: '1', role: 'user' } as const;
  const asked: string[][] = [];
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
  const { draft, reasons } = await createProposals({
    readWebsite: null,
    listSubreddits: (_, names) => {
      asked.push([...names]);
      return Promise.resolve({ items: [named('invented_by_a_model', 'missing'), named('perhaps_there', 'unread')] });
    },
    propose: async (source, asking) => {
      const { proposal, by } = await builtIn(source, asking);
      const subreddits = ['invented_by_a_model', 'perhaps_there', 'freelance'];
      const places = subreddits.map((name, index) => ({ part: `subreddits.${index}`, why: `Why ${name}` }));
      const others = proposal.reasons.filter(({ part }) => !part.startsWith('subreddits.'));
      return { proposal: { draft: { ...proposal.draft, subreddits }, reasons: [...others, ...places] }, by };
    },
  }).propose(user, { mode: 'smart', description: descriptions.invoicing });
  expect(asked).toEqual([['invented_by_a_model', 'perhaps_there']]);
  expect(draft.subreddits).toEqual(['perhaps_there', 'freelance']);
  expect(reasons.filter(({ part }) => part.startsWith('subreddits.'))).toEqual([
    { part: 'subreddits.0', why: 'Why perhaps_there' },
    { part: 'subreddits.1', why: 'Why freelance' },
  ]);
});
