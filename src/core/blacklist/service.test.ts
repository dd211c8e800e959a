import { expect, test } from 'vitest';
import { hearItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { systemActor } from '../actor.ts';

test('entries are kept once in one spelling, by admins alone', async () => {
  const { core, close } = await makeCore();
  const ann = await makeUser(core, 'ann');
  expect(
    await core.blacklist.add(systemActor, [
      { kind: 'subreddit', value: 'r/Freelance' },
      { kind: 'subreddit', value: 'freelance ' },
      { kind: 'domain', value: 'https://www.Spam.example/x' },
    ]),
  ).toBe(2);
  expect(await core.blacklist.read()).toEqual({ subreddits: ['freelance'], authors: [], words: [], domains: ['spam.example'] });
  await expect(core.blacklist.add(ann, [{ kind: 'word', value: 'x' }])).rejects.toMatchObject({ code: 'forbidden' });
  await expect(core.blacklist.list(ann)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(core.blacklist.add(systemActor, [{ kind: 'author', value: ' u/ ' }])).rejects.toMatchObject({ code: 'invalid' });
  const [entry] = await core.blacklist.list(systemActor);
  await core.blacklist.remove(systemActor, entry?.id ?? '');
  await expect(core.blacklist.remove(systemActor, entry?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  await close();
});

test('what is listed is filtered with its reason from then on', async () => {
  const { core, clock, close } = await makeCore();
  const ann = await makeUser(core, 'ann');
  await makeCampaign(core, ann);
  await core.blacklist.add(systemActor, [{ kind: 'author', value: 'u/Author_1' }]);
  await hearItems(core, [makeItem(1, clock.now), makeItem(2, clock.now)]);
  expect(await core.db('posts').join('items', 'items.id', 'posts.item_id').pluck('fullname')).toEqual(['t3_item2']);
  await close();
});
