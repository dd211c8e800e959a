import { afterEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { makeCore } from '#test/support/make-core.ts';
import { responders } from './support/responders.ts';

const dayMs = 86_400_000;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A campaign of Ann's whose ten posts were scored by a model, with or without a price. */
async function ready(
  prices: Record<string, { in: number; out: number }> = { 'qwen3:4b-instruct': { in: 10, out: 20 } },
  limits: { callsPerDay?: number } = {},
  model = 'qwen3:4b-instruct',
) {
  const fake = await startFakeOllama({ respond: responders.sensible });
  cleanups.push(fake.close);
  const made = await makeCore({ ai: { provider: 'ollama', ollama: { host: fake.host, model }, prices, limits } });
  cleanups.push(made.close);
  const { core } = made;
  const [ann, bob] = [await makeUser(core, 'ann'), await makeUser(core, 'bob')];
  const campaign = await makeCampaign(core, ann);
  await ingestItems(
    core,
    Array.from({ length: 10 }, (_, index) => makeItem(index, made.clock.now)),
  );
  await core.discovery.rescoring.settled();
  const ledger = async () => {
    const [row] = await core
      .db('ai_ledger')
      .sum<{ tokens: number; cost: number }[]>({ tokens: core.db.raw('tokens_in + tokens_out'), cost: 'cost' });
    return row ?? { tokens: 0, cost: 0 };
  };
  return { ...made, fake, ann, bob, campaign, ledger };
}

test("shows provider, model, and limits, and the instance's numbers only to admins", async () => {
  const { core, ann, ledger } = await ready();
  const { tokens, cost } = await ledger();
  const admin = await makeUser(core, 'root', 'admin');
  expect(await core.ai.usage.status(ann)).toMatchObject({
    provider: 'ollama',
    model: 'qwen3:4b-instruct',
    strongModel: null,
    state: 'ok',
    message: 'Ollama is working',
    waiting: 0,
    today: { calls: 2, tokens, cost, byPurpose: [{ purpose: 'score', calls: 2 }], byCampaign: [{ name: 'Invoicing', calls: 2 }] },
    tokensPerUserDay: 200_000,
    instance: null,
  });
  expect(await core.ai.usage.status(admin)).toMatchObject({ today: { calls: 0 }, instance: { calls: 2, tokens, callsPerDay: 2000 } });
});

test("says that the day's budget is spent, to every user, until midnight", async () => {
  const { core, ann, bob, clock } = await ready({}, { callsPerDay: 2 });
  const { ai } = core;
  expect(await ai.usage.status(bob)).toMatchObject({ state: 'spent' });
  expect(await ai.usage.status(ann)).toMatchObject({
    state: 'spent',
    message: "Today's AI budget is spent (2 calls). Posts are scored without AI until midnight UTC.",
  });
  clock.now += dayMs;
  expect(await ai.usage.status(ann)).toMatchObject({ state: 'ok' });
});

test('reports spend by day and campaign, with the cost per lead', async () => {
  const { core, ann, campaign, ledger, clock } = await ready();
  const { tokens, cost } = await ledger();
  const spend = await core.ai.usage.spend(ann, {});
  expect(spend).toMatchObject({ from: '2026-10-23', to: '2026-11-21', total: { calls: 2, tokens, cost }, missed: null });
  expect(spend.days).toHaveLength(30);
  expect(spend.days.at(-1)).toEqual({ day: '2026-11-21', calls: 2, tokens, cost });
  expect(spend.days.reduce((sum, day) => sum + day.tokens, 0)).toBe(tokens);
  const [own] = spend.byCampaign;
  expect(own).toMatchObject({ campaignId: campaign.id, tokens, leads: 10 });
  expect(own?.costPerLead).toBeCloseTo(cost / 10);
  clock.now += 40 * dayMs;
  expect((await core.ai.usage.spend(ann, {})).total).toEqual({ calls: 0, tokens: 0, cost: 0 });
});

test('assigns the cost of a draft to its lead', async () => {
  const { core, ann, fake } = await ready();
  const post = await core.db('posts').whereNotNull('lead_id').first<{ id: number; lead_id: number }>('id', 'lead_id');
  fake.setResponder(() =>
    JSON.stringify({
      variants: ['One thing that helps is a deposit.', 'I make a tool for it.', 'Which country are you in?'].map((text) => ({ text })),
    }),
  );
  const drafts = await core.replies.drafts.draftReply(ann, String(post.id), 'short');
  expect(drafts).toMatchObject({ by: 'ollama:qwen3:4b-instruct' });
  expect((await core.ai.usage.spend(ann, {})).byLead).toMatchObject([{ leadId: String(post.lead_id), calls: 1 }]);
});

test('reports an unknown cost, not zero, for models without a price', async () => {
  const { core, ann } = await ready({}, {}, 'mistral');
  const { total, byCampaign } = await core.ai.usage.spend(ann, {});
  expect(total).toMatchObject({ calls: 2, cost: null });
  expect(byCampaign).toMatchObject([{ costPerLead: null, leads: 10 }]);
});

test("hides other users' spend, and shows the total only to admins", async () => {
  const { core, ann, bob, ledger } = await ready();
  expect((await core.ai.usage.spend(bob, {})).total.calls).toBe(0);
  await expect(core.ai.usage.usage(ann, {})).rejects.toMatchObject({ code: 'forbidden' });
  const admin = await makeUser(core, 'root', 'admin');
  const { tokens } = await ledger();
  const usage = await core.ai.usage.usage(admin, {});
  expect(usage).toMatchObject({
    total: { calls: 2, tokens },
    byModel: [{ model: 'qwen3:4b-instruct', tokens }],
    byUser: [{ username: 'ann', tokens }],
  });
  await core
    .db('users')
    .where({ id: Number(ann.userId) })
    .del();
  expect((await core.ai.usage.usage(admin, {})).byUser).toMatchObject([{ userId: null, username: null, tokens }]);
});

test.each([
  [{ from: '2026-11-20', to: '2026-11-19' }, 'to'],
  [{ from: '2020-01-01' }, 'from'],
])('rejects the range %j', async (range, path) => {
  const { core, ann } = await ready();
  await expect(core.ai.usage.spend(ann, range)).rejects.toMatchObject({ code: 'invalid', details: [{ path }] });
});
