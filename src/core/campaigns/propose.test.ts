import { expect, test } from 'vitest';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { parseRule } from '../scoring/rules/parse.ts';
import { systemActor } from '../actor.ts';
import { createPropose } from '../ai/propose.ts';
import { createProposals } from './propose.ts';

const builtIn = createPropose(null);
type Request = Parameters<ReturnType<typeof createProposals>['propose']>[1];
const propose = (request: Request) => createProposals({ readPage: null, propose: builtIn }).propose(systemActor, request);
const descriptions = {
  invoicing:
    'Invoicing software for freelancers and tiny studios: quotes, deposits, payment reminders. No more chasing clients who pay late.',
  pottery: 'We run weekend pottery workshops for couples who want to try the wheel and glazing.',
  backups: 'Encrypted off-site backups for homelab owners who run a NAS and want restores that work.',
};

test.each(Object.entries(descriptions))(
  'a description of %s becomes a campaign that could be saved as it is, each part with its reason',
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

test('different offerings get different places and rules', async () => {
  const drafts = await Promise.all(
    Object.values(descriptions).map(async (description) => (await propose({ mode: 'smart', description })).draft),
  );
  expect(drafts.map(({ subreddits }) => subreddits[0])).toEqual([...new Set(drafts.map(({ subreddits }) => subreddits[0]))]);
  expect(new Set(drafts.map(({ rules }) => rules[0]?.text)).size).toBe(3);
});

test('too little to go on is refused at its field, a website where none can be read says so', async () => {
  await expect(propose({ mode: 'basic', description: 'x' })).rejects.toMatchObject({ code: 'invalid', details: [{ path: 'description' }] });
  await expect(propose({ mode: 'website' })).rejects.toMatchObject({ code: 'invalid', details: [{ path: 'websiteUrl' }] });
  await expect(propose({ mode: 'website', websiteUrl: 'https://example.com' })).rejects.toMatchObject({ code: 'unavailable' });
});

test('a website is proposed from what its page says of itself', async () => {
  const page = {
    title: 'Paperboat',
    description: descriptions.invoicing,
    headings: ['Deposits and quotes', 'Payment reminders that stay polite'],
  };
  const { draft } = await createProposals({ readPage: () => Promise.resolve(page), propose: builtIn }).propose(systemActor, {
    mode: 'website',
    websiteUrl: 'https://example.com',
  });
  expect(draft).toMatchObject({ name: 'Paperboat', mode: 'website', websiteUrl: 'https://example.com' });
  expect(draft.offering).toContain('Payment reminders that stay polite');
});
