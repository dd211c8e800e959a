import { expect, onTestFinished, test } from 'vitest';
import { isTitleAsk } from '#core/discovery/pass/finding.ts';
import { transact } from '#core/platform/db/connect.ts';
import { postListQuery } from '#shared/posts.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { makeCore } from '#test/support/make-core.ts';
import { itemsIn, responders, sensibleAnswer } from './support/responders.ts';
import type { Responder } from './support/model-server.ts';

const signal = new AbortController().signal;
const buyer: Responder = (asked) =>
  JSON.stringify({
    items: itemsIn(asked).map((item) =>
      Object.assign(sensibleAnswer(item), {
        role: 'customer',
        intent: 'buying',
        fit: 'exact',
        quotes: [item.text.split('Title: ')[1]?.split('\n')[0]],
      }),
    ),
  });

async function ready(respond: Responder = buyer) {
  const fake = await startFakeOllama({ respond });
  const limits = { timeoutMs: 5000, tokensPerDay: 100_000_000, tokensPerUserDay: 100_000_000 };
  const made = await makeCore({ ai: { provider: 'ollama', ollama: { host: fake.host, model: 'qwen3:4b-instruct' }, limits } });
  onTestFinished(async () => {
    await made.close();
    await fake.close();
  });
  const { core, clock } = made;
  const ann = await makeUser(core, 'ann');
  const campaign = await makeCampaign(core, ann);
  const ingest = async (items: Partial<Parameters<typeof makeItem>[2]>[]) => {
    await ingestItems(
      core,
      items.map((item, index) => makeItem(index + 1, clock.now, item)),
    );
    await core.discovery.rescoring.settled();
  };
  const posts = async () => (await core.inbox.posts.list(ann, postListQuery.parse({ limit: 100, sort: '-confidence' }))).items;
  const seen = () => fake.requests.flatMap(({ json }) => itemsIn({ prompt: JSON.parse(JSON.stringify(json)).messages[1].content })).length;
  return { core, clock, ann, campaign, fake, ingest, posts, seen };
}

const promotion = {
  title: 'I built an invoicing app, check it out',
  body: 'My invoicing tool is live, use the code LAUNCH for a discount. [for hire]',
};

test('asks the model about rule matches below the floor, and keeps those it rates as leads', async () => {
  const { ingest, posts } = await ready();
  await ingest([promotion]);
  expect(await posts()).toMatchObject([{ scoredBy: 'ollama:qwen3:4b-instruct', status: 'lead', matchedRules: ['invoic*'] }]);
});

test('asks the model about a title-only request even if no rule matches', async () => {
  const { ingest, posts } = await ready();
  await ingest([{ title: 'Which app do you all use to bill clients?', body: '' }]);
  expect(await posts()).toMatchObject([{ status: 'lead', matchedRules: [], evidence: [{ field: 'title' }] }]);
});

test('asks only once about a post that stays below the floor', async () => {
  const { core, fake, ingest, posts } = await ready(responders.nothing);
  fake.setResponder((asked) =>
    JSON.stringify({
      items: itemsIn(asked).map((item) => Object.assign(sensibleAnswer(item), { intent: 'none', fit: 'none', role: 'seller', quotes: [] })),
    }),
  );
  await ingest([promotion]);
  expect(await posts()).toEqual([]);
  const calls = fake.requests.length;
  expect(calls).toBeGreaterThan(0);
  await core.discovery.rescoring.run(signal);
  expect(fake.requests).toHaveLength(calls);
});

test('audits a sample of all other items without keeping them', async () => {
  const { core, ingest, posts } = await ready();
  await ingest(
    Array.from({ length: 300 }, () => ({ title: 'A walk in the hills', body: 'It was a lovely day and we saw many birds near the lake.' })),
  );
  const rate = await core.ai.models.missRate();
  expect(rate?.audited).toBeGreaterThan(0);
  expect(rate?.audited).toBeLessThan(20);
  expect(rate).toMatchObject({ rate: 1 });
  expect(rate?.low).toBeLessThan(1);
  expect(await posts()).toEqual([]);
});

test("doesn't ask about deleted items", async () => {
  const { core, clock, fake, ingest, posts } = await ready();
  fake.die();
  await ingest([promotion]);
  const { id } = await core.db('items').first<{ id: number }>('id');
  await transact(core.db, (trx) => core.inbox.items.erase(trx, [{ id, gone: 'deleted' }], clock.now));
  fake.heal();
  fake.requests.length = 0;
  clock.now += 10 * 60_000;
  await core.discovery.rescoring.run(signal);
  expect(fake.requests).toEqual([]);
  expect(await posts()).toEqual([]);
});

test.each([
  ['Which invoicing app do you recommend?', ''],
  ['Best managed WordPress hosting?', ''],
  ['Looking for an alternative to LastPass for our team', ''],
  ['Recommendations for a dog trainer', 'Thanks!'],
  ['Suche Steuerberater in Köln', ''],
  ['Bath Fitter or a regular contractor for one small bathroom', ''],
  ['Leaving Expensify after the price hike, everyone on Ramp now', ''],
])('recognizes “%s” as a title-only request', (title, body) => {
  expect(isTitleAsk({ kind: 'post', title, body })).toBe(true);
});

test.each([
  ['post', 'Our new album is out now', ''],
  ['post', 'LastPass hit by another breach', ''],
  ['comment', 'Which invoicing app do you recommend?', ''],
  [
    'post',
    'Which invoicing app do you recommend?',
    'We are five people and tried three so far; here is what we found out about each of them.',
  ],
] as const)("doesn't recognize a %s “%s” with the body “%s” as a title-only request", (kind, title, body) => {
  expect(isTitleAsk({ kind, title, body })).toBe(false);
});
