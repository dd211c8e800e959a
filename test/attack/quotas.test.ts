import { expect, onTestFinished, test } from 'vitest';
import { makeCampaign, makeItem } from '#test/support/factories.ts';
import { makeServer } from '#test/support/serve.ts';

async function open(limits: NonNullable<Parameters<typeof makeServer>[0]>['limits']) {
  const server = await makeServer({ limits }, { onDisk: true });
  onTestFinished(() => server.close());
  const { token, user } = await server.member('ann');
  const { id } = await makeCampaign(server.core, { kind: 'user', userId: user.id, role: 'user' });
  const api = server.api(token);
  const lineOf = (number: number): string => {
    const { fullname, title, body, author, subreddit } = makeItem(number, server.clock.now);
    return JSON.stringify({
      name: fullname,
      title,
      selftext: body,
      author,
      subreddit,
      created_utc: server.clock.now / 1000 - 60,
      score: 1,
    });
  };
  function upload(from: number, count: number) {
    const data = new FormData();
    data.set('file', new Blob([Array.from({ length: count }, (_, index) => lineOf(from + index)).join('\n')]), 'posts.jsonl');
    return api.send('POST', '/import/file', { body: data });
  }
  return { server, api, upload, campaignId: id, settled: () => server.core.discovery.pipeline.settled() };
}

test('limits the imported items of an account, reports the limit, and allows more after deleting', async () => {
  const { api, upload, campaignId, settled, server } = await open({ itemsPerUser: 20 });
  expect((await upload(0, 20)).status).toBe(202);
  await settled();
  const refused = await upload(20, 5);
  expect([refused.status, refused.json]).toMatchObject([
    409,
    { message: expect.stringContaining('An account may have 20 imported posts') as unknown },
  ]);
  await server.core.db('items').delete();
  expect((await upload(20, 5)).status).toBe(202);
  await settled();
  expect((await api.get(`/campaigns/${campaignId}/runs`)).json).toMatchObject({ items: [{ counts: { new: 5 } }, { counts: { new: 20 } }] });
});

test('stops an import that reaches the limit, and reports it', async () => {
  const { api, upload, campaignId, settled } = await open({ itemsPerUser: 400 });
  expect((await upload(0, 1200)).status).toBe(202);
  await settled();
  expect((await api.get(`/campaigns/${campaignId}/runs`)).json).toMatchObject({
    items: [{ counts: { new: 500 }, error: expect.stringContaining('An account may have 400 imported posts') as unknown }],
  });
});

test('limits the running and waiting imports of an account', async () => {
  const { upload, settled } = await open({ importsPerUser: 2 });
  const replies = await Promise.all(Array.from({ length: 5 }, (_, index) => upload(index * 100, 50)));
  const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set([202, 429]));
  await settled();
  expect((await upload(900, 1)).status).toBe(202);
  await settled();
});

test('limits the size of a file', async () => {
  const { api } = await open({ uploadMegabytes: 1 });
  const data = new FormData();
  data.set('file', new Blob(['x'.repeat(1024 ** 2 + 1)]), 'posts.jsonl');
  const refused = await api.send('POST', '/import/file', { body: data });
  expect([refused.status, refused.json]).toMatchObject([413, { message: 'A file may have 1 MiB at most' }]);
});
