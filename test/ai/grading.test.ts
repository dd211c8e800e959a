import { afterEach, expect, test } from 'vitest';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { itemsIn, sensibleAnswer } from './support/responders.ts';

const cleanups: (() => Promise<unknown>)[] = [];
const signal = new AbortController().signal;
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Twelve posts, of which the user rates the even ones as good matches. */
async function scoredCampaign(ai: object = {}) {
  const made = await makeCore({ ai });
  cleanups.push(made.close);
  const { core, clock } = made;
  const ann = await makeUser(core, 'ann');
  const campaign = await makeCampaign(core, ann);
  await ingestItems(
    core,
    Array.from({ length: 12 }, (_, index) => makeItem(index, clock.now)),
  );
  const { items } = await core.inbox.posts.list(ann, { limit: 25, sort: '-confidence', status: 'all' });
  for (const { id, fullname } of items)
    await core.inbox.posts.feedback(ann, id, { verdict: Number(fullname.slice(7)) % 2 === 0 ? 'right' : 'wrong' });
  await core.inbox.learning.learned();
  return { core, campaign, ann };
}

test('grades the built-in scorer on the rated posts without changing them', async () => {
  const { core, campaign, ann } = await scoredCampaign();
  const before = await core.db('posts').select('id', 'components', 'scored_by', 'static_points');
  const grade = await core.discovery.grade(ann, campaign.id, { byModel: false, signal });
  expect(grade).toMatchObject({ rated: 12, right: 6, precision: 0.5, recall: 1, notAsked: 0 });
  expect(await core.db('posts').select('id', 'components', 'scored_by', 'static_points')).toEqual(before);
});

test('grades an accurate model higher and reuses its answers', async () => {
  const isEven = (title: string): boolean => Number(/\((\d+)\)/.exec(title)?.[1]) % 2 === 0;
  const fake = await startFakeOllama({
    respond: (asked) =>
      JSON.stringify({
        items: itemsIn(asked).map((item) =>
          Object.assign(
            sensibleAnswer(item),
            isEven(item.text)
              ? { role: 'customer', intent: 'buying', fit: 'exact' }
              : { role: 'other', intent: 'none', fit: 'none', quotes: [] },
          ),
        ),
      }),
  });
  cleanups.push(fake.close);
  const { core, campaign, ann } = await scoredCampaign({ provider: 'ollama', ollama: { host: fake.host, model: 'qwen3:4b-instruct' } });
  await core.discovery.rescoring.settled();
  const grade = await core.discovery.grade(ann, campaign.id, { byModel: true, signal });
  expect(grade).toMatchObject({ rated: 12, right: 6, precision: 1, recall: 1, ndcg: 1 });
  const calls = fake.requests.length;
  await core.discovery.grade(ann, campaign.id, { byModel: true, signal });
  expect(fake.requests).toHaveLength(calls);
});

test('does not let other users grade a campaign', async () => {
  const { core, campaign } = await scoredCampaign();
  const bob = await makeUser(core, 'bob');
  await expect(core.discovery.grade(bob, campaign.id, { byModel: false, signal })).rejects.toMatchObject({ code: 'not_found' });
});

test('counts the posts that a provider without an answer left ungraded', async () => {
  const fake = await startFakeOllama({ respond: () => '{}' });
  cleanups.push(fake.close);
  const { core, campaign, ann } = await scoredCampaign({ provider: 'ollama', ollama: { host: fake.host, model: 'qwen3:4b-instruct' } });
  await core.discovery.rescoring.settled();
  fake.die();
  expect(await core.discovery.grade(ann, campaign.id, { byModel: true, signal })).toMatchObject({ rated: 12, notAsked: 12, unreached: 12 });
});
