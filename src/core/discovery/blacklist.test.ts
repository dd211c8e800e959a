import { expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { systemActor } from '#core/platform/actor.ts';

test('reports a reason for filtering blacklisted items', async () => {
  const { core, clock, close } = await makeCore();
  const ann = await makeUser(core, 'ann');
  await makeCampaign(core, ann);
  await core.discovery.blacklist.add(systemActor, [{ kind: 'author', value: 'u/Author_1' }]);
  await ingestItems(core, [makeItem(1, clock.now), makeItem(2, clock.now)]);
  expect(await core.db('posts').join('items', 'items.id', 'posts.item_id').pluck('fullname')).toEqual(['t3_item2']);
  await close();
});
