import { expect, onTestFinished, test } from 'vitest';
import { transact } from '#core/platform/db/connect.ts';
import type { Rule } from '#shared/campaigns.ts';
import { ingestItems, invoicing, makeCampaign, makeItem } from '#test/support/factories.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';
import { answeredDuring } from './others.ts';

async function open(config: Parameters<typeof makeServer>[0] = {}): Promise<TestServer> {
  const server = await makeServer(config);
  onTestFinished(() => server.close());
  return server;
}

let state = 1;
function letters(count: number): string {
  let word = '';
  for (let at = 0; at < count; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    word += String.fromCharCode(97 + ((state >>> 16) % 26));
  }
  return word;
}
/** Rules of 480 characters each that have nothing in common. */
const longRules = (count: number): Rule[] =>
  Array.from({ length: count }, () => ({
    text: Array.from({ length: 40 }, () => letters(11))
      .join(' ')
      .slice(0, 479),
  }));

test("rejects rules beyond the account's limit of length, per campaign and in total", async () => {
  const server = await open();
  const ann = server.api((await server.member('ann')).token);
  const whole = await ann.post('/campaigns', { ...invoicing(), rules: longRules(110) });
  expect([whole.status, whole.json]).toMatchObject([
    400,
    { message: expect.stringMatching(/52,\d+ characters; an account may have 30,000/) as unknown },
  ]);
  const half = invoicing({ rules: longRules(35) });
  const first = await ann.post('/campaigns', half);
  expect(first.status).toBe(201);
  const second = await ann.post('/campaigns', half);
  expect([second.status, second.json]).toMatchObject([
    400,
    { message: expect.stringMatching(/30,000 characters; with these you'd have 33,\d+/) as unknown },
  ]);
  const { id } = first.json as { id: string };
  expect((await ann.patch(`/campaigns/${id}`, { rules: longRules(70) })).status).toBe(400);
  expect((await ann.post('/campaigns/preview', { ...invoicing(), rules: longRules(110) })).status).toBe(400);
  expect((await ann.patch(`/campaigns/${id}`, { rules: longRules(60) })).status).toBe(200);
});

test("rejects rules and campaigns beyond the account's limits, and rules beyond the server's", async () => {
  const server = await open({ limits: { rulesPerUser: 3, campaignsPerUser: 2, ruleCharacters: 700 } });
  const [ann, bob] = [server.api((await server.member('ann')).token), server.api((await server.member('bob')).token)];
  expect((await ann.post('/campaigns', invoicing())).status).toBe(201);
  expect((await ann.post('/campaigns', invoicing())).json).toMatchObject({
    message: expect.stringContaining('An account may have 3 rules') as unknown,
  });
  expect((await ann.post('/campaigns', invoicing({ rules: [] }))).status).toBe(201);
  expect((await ann.post('/campaigns', invoicing({ rules: [] }))).json).toMatchObject({
    message: 'An account may have 2 campaigns. Delete one first.',
  });
  const full = await bob.post('/campaigns', invoicing({ rules: longRules(2) }));
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '3600']);
});

test("doesn't delay other users with a preview of the longest rules", async () => {
  const server = await open();
  const ann = server.api((await server.member('ann')).token);
  const items = Array.from({ length: 300 }, (_, index) => makeItem(index, server.clock.now));
  await ingestItems(server.core, items);
  const { answer, others } = await answeredDuring(server, ann.post('/campaigns/preview', { ...invoicing(), rules: longRules(60) }));
  expect(answer.status).toBe(200);
  expect(others).toBeGreaterThan(3);
});

test("doesn't delay other users with a preview over the longest posts", async () => {
  const server = await open();
  const ann = server.api((await server.member('ann')).token);
  const body = 'I need software that sends invoices, our late payers are a pain. '.repeat(600);
  const items = Array.from({ length: 80 }, (_, index) => ({ ...makeItem(index, server.clock.now), body }));
  const batch = { scope: '', source: 'api', items, now: server.clock.now } as const;
  await transact(server.core.db, (trx) => server.core.inbox.items.store(trx, batch));
  const { answer, others } = await answeredDuring(server, ann.post('/campaigns/preview', invoicing()));
  expect(answer.json).toMatchObject({ considered: 80 });
  // Scoring all of them at once leaves four.
  expect(others).toBeGreaterThan(7);
});

test('pauses campaigns with oversized rules from an earlier version with a message, and continues the others', async () => {
  const server = await open({ limits: { ruleCharactersPerUser: 2_000 } });
  const { core } = server;
  const [ann, bob] = [await server.member('ann'), await server.member('bob')];
  const [asAnn, asBob] = [
    { kind: 'user', userId: ann.user.id, role: 'user' } as const,
    { kind: 'user', userId: bob.user.id, role: 'user' } as const,
  ];
  const ids: string[] = [];
  for (let made = 0; made < 4; made += 1)
    ids.push((await makeCampaign(core, asAnn, { name: `Long ${made}`, rules: [{ text: 'short' }] })).id);
  await makeCampaign(core, asBob);
  for (const id of ids)
    await core
      .db('campaigns')
      .where({ id: Number(id) })
      .update({ rules: JSON.stringify(longRules(10)) });
  const work = ingestItems(core, [makeItem(1, server.clock.now)]).then(() => server.api(bob.token).get('/leads'));
  const { answer, others } = await answeredDuring(server, work);
  expect(answer.json).toMatchObject({ items: [{ redditUsername: 'author_1' }] });
  expect(others).toBeGreaterThan(0);
  const api = server.api(ann.token);
  const states = await Promise.all(ids.map(async (id) => ((await api.get(`/campaigns/${id}`)).json as { status: string }).status));
  // The first ones fit within the account's limit.
  expect(new Set(states)).toEqual(new Set(['active', 'paused']));
  const paused = ids[states.lastIndexOf('paused')] ?? '';
  expect((await api.get(`/campaigns/${paused}/runs`)).json).toMatchObject({
    items: [{ state: 'failed', error: expect.stringContaining('Shorten or delete rules, then resume it') as unknown }],
  });
  expect((await api.post(`/campaigns/${paused}/resume`)).json).toMatchObject({
    message: expect.stringMatching(/Shorten or delete some/) as unknown,
  });
});
