import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { transact } from '#core/platform/db/connect.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
const hour = 3_600_000;
const signal = new AbortController().signal;
const noise = (number: number) => makeItem(number, made.clock.now, { title: `Saxophone ${number}`, body: 'About music alone' });
const names = () => made.core.db('items').orderBy('id').pluck('fullname');

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
  await makeCampaign(made.core, ann);
});
afterEach(() => made.close());

test('deletes unmatched items once they expire, keeps posts, and announces it to all users', async () => {
  const pushed: unknown[] = [];
  made.core.bus.on('push', ({ userId, event, payload }) => void (event === 'cleanup-complete' && pushed.push([userId, payload])));
  await ingestItems(made.core, [makeItem(1, made.clock.now), ...Array.from({ length: 2100 }, (_, index) => noise(10 + index))]);
  made.clock.now += 47 * hour;
  expect(await made.core.discovery.pipeline.prune(signal)).toMatchObject({ items: 0 });
  made.clock.now += 2 * hour;
  expect(await made.core.discovery.pipeline.prune(signal)).toMatchObject({ items: 2100 });
  expect(await names()).toEqual(['t3_item1']);
  expect(pushed).toEqual([
    [null, { removed: 0 }],
    [null, { removed: 2100 }],
  ]);
});

test('keeps an item until every active campaign has scored it', async () => {
  await transact(made.core.db, (trx) =>
    made.core.inbox.items.store(trx, { scope: '', source: 'api', items: [makeItem(1, made.clock.now), noise(2)], now: made.clock.now }),
  );
  made.clock.now += 100 * hour;
  await made.core.discovery.pipeline.prune(signal);
  expect(await names()).toHaveLength(2);
  made.core.discovery.pipeline.scoreSoon();
  await made.core.discovery.pipeline.settled();
  await made.core.discovery.pipeline.prune(signal);
  expect(await names()).toEqual(['t3_item1']);
});

test('deletes old runs, readings, and undos, and keeps recent ones', async () => {
  const { db } = made.core;
  const day = 24 * hour;
  const run = { campaign_id: 1, user_id: Number(ann.userId), source: 'api', state: 'ok' as const };
  await db('runs').insert([
    { ...run, started_at: made.clock.now - 31 * day },
    { ...run, started_at: made.clock.now - 29 * day },
    { ...run, state: 'running' as const, started_at: made.clock.now - 31 * day },
  ]);
  await db('undos').insert([
    { token: 'old', user_id: Number(ann.userId), created_at: made.clock.now - 25 * hour },
    { token: 'new', user_id: Number(ann.userId), created_at: made.clock.now - 23 * hour },
  ]);
  expect(await made.core.discovery.pipeline.prune(signal)).toMatchObject({ runs: 1 });
  expect(await db('runs')).toHaveLength(2);
  expect(await db('undos').pluck('token')).toEqual(['new']);
});

test('updates the score of a lead when age changes which post is strongest', async () => {
  const { now } = made.clock;
  await ingestItems(made.core, [
    makeItem(1, now - 20 * 24 * hour, { author: 'mara' }),
    makeItem(2, now, { author: 'mara', title: 'Invoicing, what do you recommend', body: 'Looking for an invoicing tool. Would pay.' }),
  ]);
  for (let days = 0; days < 3; days += 1) {
    made.clock.now += 30 * 24 * hour;
    await made.core.discovery.pipeline.prune(signal);
    const [lead] = (await made.core.inbox.leads.list(ann, { limit: 1, sort: '-confidence' })).items;
    expect(lead?.confidence).toBe(Math.max(...(lead?.posts ?? []).map(({ confidence }) => confidence)));
  }
});
