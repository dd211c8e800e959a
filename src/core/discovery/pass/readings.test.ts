import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { transact } from '#core/platform/db/connect.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
let campaignId: string;

const readings = () => made.core.db('readings').orderBy('item_id');
const score = async () => Number((await made.core.db('posts').first('merit'))?.merit);
const change = async (update: Parameters<typeof made.core.inbox.campaigns.update>[2]) => {
  await made.core.inbox.campaigns.update(ann, campaignId, update);
  await ingestItems(made.core, []);
};

beforeEach(async () => {
  made = await makeCore({ scoring: { reader: 'on' } });
  ann = await makeUser(made.core, 'ann');
  campaignId = (await makeCampaign(made.core, ann, { postFloor: 0 })).id;
  await ingestItems(made.core, [makeItem(1, made.clock.now)]);
});
afterEach(() => made.close());

test('what was read is read again only when the texts change that it was read with', async () => {
  const [first] = await readings();
  const before = await score();
  // What is stored counts, so nothing was read.
  await made.core.db('readings').update({ lead: -20, on_topic: -20, strong: -20 });
  await change({ rules: [{ text: 'invoic*' }] });
  expect(await score()).toBeLessThan(before - 20);
  await change({ idealCustomer: 'People who work alone and send invoices' });
  const [again] = await readings();
  expect(again?.hash).not.toBe(first?.hash);
  expect(again?.lead).toBeGreaterThan(-20);
  expect(await readings()).toHaveLength(1);
});

test('evidence stays what moved the model when a post is scored again', async () => {
  const evidence = async () => JSON.parse((await made.core.db('posts').first('evidence'))?.evidence ?? '[]') as { field: string }[];
  expect(JSON.parse((await readings())[0]?.moved ?? '[]')).not.toEqual([]);
  // What is stored counts, so the text wasn't read again.
  await made.core.db('readings').update({ moved: '[-1]' });
  await change({ rules: [{ text: 'invoic*' }] });
  expect((await evidence()).map(({ field }) => field)).toEqual(['title']);
});

test('nothing is left of what was read of a deleted text, or for a deleted campaign', async () => {
  await ingestItems(made.core, [makeItem(2, made.clock.now)]);
  const [first, second] = await readings();
  expect(second).toBeDefined();
  await transact(made.core.db, (trx) => made.core.inbox.items.erase(trx, [{ id: first?.item_id ?? 0, gone: 'deleted' }], made.clock.now));
  expect(await readings()).toEqual([second]);
  await made.core.inbox.campaigns.remove(ann, campaignId);
  expect(await readings()).toEqual([]);
});
