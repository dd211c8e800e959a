import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { connect, ingestOn, openAnn, postReply } from '#test/support/connected.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';

const hour = 3_600_000;
const marker = 'zwqxmarkerqvz';

/** Database files that contain a word. */
const filesWith = (dataDir: string, word: string): string[] =>
  readdirSync(dataDir).filter((name) => name.startsWith('earshot.db') && readFileSync(join(dataDir, name)).includes(word));

test('removes items deleted on Reddit from the database file, not only from its tables', async () => {
  const { core, ann } = await openAnn({ onDisk: true });
  const special = makeItem(7, core.now());
  const others = [1, 2, 3, 4, 5].map((number) => makeItem(number, core.now()));
  await ingestItems(core, [...others, { ...special, body: `${special.body} ${marker}`, author: `${marker}author` }]);
  await core.db.raw('PRAGMA wal_checkpoint(TRUNCATE)');
  expect(filesWith(core.config.dataDir, marker)).toEqual(['earshot.db']);
  const row = await core.db('items').where('body', 'like', `%${marker}%`).first('id');
  await transact(core.db, (trx) => core.inbox.items.erase(trx, [{ id: row?.id ?? 0, gone: 'account' }], core.now()));
  await core.discovery.pipeline.forgetPages();
  expect(filesWith(core.config.dataDir, marker)).toEqual([]);
  const { items: found } = await core.inbox.posts.list(ann, { limit: 5, sort: '-confidence', status: 'all', q: 'invoicing' });
  expect(found.length, 'the others are still found').toBeGreaterThan(0);
});

test('removes a deleted account from the database file and counts it in the report', async () => {
  const { core } = await openAnn({ onDisk: true });
  await makeUser(core, 'root', 'admin');
  const password = 'bob has a long one';
  const { user } = await core.accounts.users.register({ username: 'bob', email: 'bob@example.test', password }, '127.0.0.1');
  const bob = { kind: 'user', userId: user.id, role: 'user' } as const;
  await makeCampaign(core, bob, { name: marker });
  await core.db.raw('PRAGMA wal_checkpoint(TRUNCATE)');
  expect(filesWith(core.config.dataDir, marker)).toEqual(['earshot.db']);
  await core.accounts.users.deleteOwn(bob, { password });
  expect(filesWith(core.config.dataDir, marker)).toEqual([]);
  expect((await core.instance.deletionReport.report(systemActor)).lately).toMatchObject({ accounts: 1 });
});

test('counts the posts, leads, replies, and notices of a deleted account in the report', async () => {
  const { core, ann, reddit, clock } = await openAnn();
  await connect(core, ann);
  const post = await ingestOn(core, { reddit, actor: ann });
  await postReply({ core, clock }, ann, { postId: post.id, message: 'Sent immediately' });
  const notices = (await core.db('notifications').pluck('id')).length;
  const [email = ''] = await core.db('users').pluck('email');
  const admin = await makeUser(core, 'root', 'admin');
  await core.accounts.users.deleteUser(admin, email);
  const { lately } = await core.instance.deletionReport.report(systemActor);
  expect(lately).toMatchObject({ accounts: 1, posts: 1, people: 1, answers: 1, notices });
});

test('cancels and blanks replies to deleted posts and counts them in the report', async () => {
  const { core, ann, reddit, clock } = await openAnn();
  await connect(core, ann);
  const post = await ingestOn(core, { reddit, actor: ann });
  await postReply({ core, clock }, ann, { postId: post.id, message: 'Sent immediately' });
  await core.replies.schedule.create(ann, { postId: post.id, message: 'Planned', dueAt: new Date(clock.now + hour).toISOString() });
  const row = await core
    .db('posts')
    .where({ id: Number(post.id) })
    .first('item_id');
  await transact(core.db, (trx) => core.inbox.items.erase(trx, [{ id: row?.item_id ?? 0, gone: 'deleted' }], core.now()));
  const { items } = await core.replies.outbox.list(ann, { limit: 5 });
  expect(items).toMatchObject([
    { state: 'failed', message: '', error: expect.stringContaining('deleted on Reddit') },
    { state: 'sent', message: '' },
  ]);
  const report = await core.instance.deletionReport.report(systemActor);
  expect(report.lately).toMatchObject({ items: 1, posts: 1, answers: 2, people: 1 });
  expect(report.purges).toMatchObject([{ cause: 'gone', items: 1 }]);
});

test("reports whether the 48-hour deadline is met, and which items can't be checked", async () => {
  const { core, ann, clock, reddit } = await openAnn();
  await ingestOn(core, { reddit, actor: ann });
  expect((await core.instance.deletionReport.report(systemActor)).promise).toMatchObject({ holds: true, kept: 1, late: 0 });
  clock.now += 48 * hour + 1;
  const { promise, unchecked } = await core.instance.deletionReport.report(systemActor);
  expect(promise).toMatchObject({ holds: false, late: 1 });
  expect(unchecked).toEqual([{ what: 'Reddit', items: 1, why: expect.stringContaining("Reddit isn't read") }]);
  await expect(core.instance.deletionReport.report(ann)).rejects.toMatchObject({ code: 'forbidden' });
});

test("says why sample posts, feeds, and imports aren't checked, nor what users saved from pages and wasn't found there yet", async () => {
  const { core, ann } = await openAnn();
  const scope = `user:${ann.userId}`;
  for (const [number, source] of ['sample', 'feed', 'import', 'page:reddit'].entries()) {
    const items = [makeItem(number, core.now())];
    await transact(core.db, (trx) => core.inbox.items.store(trx, { scope, source, items, now: core.now() }));
  }
  core.discovery.pipeline.scoreSoon();
  await core.discovery.pipeline.settled();
  const { unchecked } = await core.instance.deletionReport.report(systemActor);
  expect(unchecked).toEqual([
    { what: 'feeds', items: 1, why: "Feeds don't say what was deleted. Users can delete these posts." },
    { what: 'imports', items: 2, why: "Earshot doesn't check imported posts with Reddit. Users can delete them." },
    { what: 'the sample', items: 1, why: 'Sample posts are invented.' },
  ]);
});
