import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { type Actor, systemActor } from '#core/platform/actor.ts';
import { cleanValue, parseEntries } from './service.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let owner: Extract<Actor, { kind: 'user' }>;
beforeEach(async () => {
  made = await makeCore();
  owner = await makeUser(made.core, 'owner');
  await makeCampaign(made.core, owner);
});
afterEach(() => made.close());

const ingest = (number: number, overrides = {}) => ingestItems(made.core, [makeItem(number, made.clock.now, overrides)]);
const shownPosts = async () =>
  (await made.core.inbox.posts.list(owner, { limit: 100, sort: '-createdAt', status: 'all' })).items.map(({ fullname }) => fullname).sort();
const shownLeads = async () =>
  (await made.core.inbox.leads.list(owner, { limit: 100, sort: '-confidence' })).items.map(({ redditUsername }) => redditUsername).sort();
const add = (kind: 'subreddit' | 'author' | 'word' | 'domain', value: string) =>
  made.core.discovery.blacklist.add(systemActor, [{ kind, value }]);
const removeAll = async () => {
  for (const { id } of await made.core.discovery.blacklist.list(systemActor)) await made.core.discovery.blacklist.remove(systemActor, id);
};

test.each([
  ['subreddit', 'r/SmallBusiness', { subreddit: 'smallbusiness' }],
  ['author', '/u/Author_2', {}],
  ['word', 'payment plugin', { title: 'Looking for invoicing software with a payment plugin, would pay today' }],
  ['domain', 'https://www.spam.example/x', { url: 'https://shop.spam.example/offer' }],
] as const)(
  'hides stored and new items that match an entry of kind %s, and restores them when it is removed',
  async (kind, value, second) => {
    await ingest(1);
    await ingest(2, second);
    expect(await shownPosts()).toEqual(['t3_item1', 't3_item2']);
    expect(await add(kind, value)).toEqual({ added: 1, hidden: 1, restored: 0 });
    expect(await shownPosts()).toEqual(['t3_item1']);
    expect(await shownLeads()).toEqual(['author_1']);
    await ingest(2, { ...second, body: 'Edited: I still need an invoicing tool for freelancers, please recommend one, budget $90' });
    await ingest(3, { ...second, ...(kind === 'author' ? { author: 'author_2' } : {}) });
    expect(await shownPosts()).toEqual(['t3_item1']);
    await removeAll();
    expect(await shownPosts()).toEqual(['t3_item1', 't3_item2']);
    expect(await shownLeads()).toEqual(['author_1', 'author_2']);
  },
);

test('keeps a post archived when its user archived it while it was blacklisted', async () => {
  await ingest(1);
  const [post] = (await made.core.inbox.posts.list(owner, { limit: 1, sort: '-createdAt', status: 'all' })).items;
  await add('author', 'author_1');
  await made.core.inbox.posts.update(owner, post?.id ?? '', { status: 'archived' });
  await removeAll();
  expect((await made.core.inbox.posts.list(owner, { limit: 9, sort: '-createdAt' })).items).toEqual([]);
  expect((await made.core.inbox.posts.list(owner, { limit: 9, sort: '-createdAt', status: 'archived' })).items).toHaveLength(1);
});

test('restores a post only after both of its blacklist entries are removed', async () => {
  await ingest(1);
  await add('author', 'author_1');
  await add('subreddit', 'freelance');
  const [first, second] = await made.core.discovery.blacklist.list(systemActor);
  expect(await made.core.discovery.blacklist.remove(systemActor, first?.id ?? '')).toMatchObject({ restored: 0 });
  expect(await made.core.discovery.blacklist.remove(systemActor, second?.id ?? '')).toMatchObject({ restored: 1 });
});

test('ignores an entry that differs only in spelling, and logs every change in the audit log', async () => {
  expect(await add('subreddit', 'Spam')).toMatchObject({ added: 1 });
  expect(await add('subreddit', '/r/spam')).toMatchObject({ added: 0 });
  await removeAll();
  expect(await made.core.db('audit').pluck('action')).toEqual(['blacklist-added', 'blacklist-added', 'blacklist-removed']);
});

test('adds nothing when one line of an import is invalid, and names the line', async () => {
  await expect(made.core.discovery.blacklist.import(systemActor, 'r/fine\nsubreddit,not a name')).rejects.toMatchObject({
    code: 'invalid',
    message: 'Invalid subreddit: not a name',
  });
  expect(await made.core.discovery.blacklist.list(systemActor)).toEqual([]);
});

test('refuses non-admins', async () => {
  const refused = { code: 'forbidden' };
  await expect(made.core.discovery.blacklist.list(owner)).rejects.toMatchObject(refused);
  await expect(made.core.discovery.blacklist.add(owner, [{ kind: 'word', value: 'x' }])).rejects.toMatchObject(refused);
  await expect(made.core.discovery.blacklist.import(owner, 'r/x')).rejects.toMatchObject(refused);
  await expect(made.core.discovery.blacklist.remove(owner, '1')).rejects.toMatchObject(refused);
});

test('reads the kind of an entry from the first column or from the value', () => {
  const text = 'kind,value,note\nword,"free, now","says ""free"""\nr/spam\n# why\n\nu/bot\nhttps://x.example/a\nx.example\nplain words';
  expect(parseEntries(text)).toEqual([
    { kind: 'word', value: 'free, now', note: 'says "free"' },
    { kind: 'subreddit', value: 'r/spam' },
    { kind: 'author', value: 'u/bot' },
    { kind: 'domain', value: 'https://x.example/a' },
    { kind: 'domain', value: 'x.example' },
    { kind: 'word', value: 'plain words' },
  ]);
});

test.each([
  ['subreddit', ' /r/Spam ', 'spam'],
  ['author', 'User/Bot', 'bot'],
  ['domain', 'HTTPS://www.Spam.example:8080/x?y', 'spam.example'],
  ['word', ' Free Money ', 'free money'],
] as const)('normalizes a %s to %s for comparison', (kind, text, value) => expect(cleanValue(kind, text)).toBe(value));

test('reports a reason for filtering blacklisted items', async () => {
  await made.core.discovery.blacklist.add(systemActor, [{ kind: 'author', value: 'u/Author_1' }]);
  await ingest(1);
  await ingest(2);
  expect(await made.core.db('posts').join('items', 'items.id', 'posts.item_id').pluck('fullname')).toEqual(['t3_item2']);
});

/** Ben has the same campaign in a workspace of his own. */
async function openBens() {
  const ben = await makeUser(made.core, 'ben');
  const campaign = await makeCampaign(made.core, ben);
  const shown = async () =>
    (await made.core.inbox.posts.list(ben, { limit: 100, sort: '-createdAt', status: 'all' })).items.map(({ fullname }) => fullname).sort();
  return { ben, campaign, shown };
}
const own = () => made.core.discovery.blacklist.ofWorkspace;

test.each([
  ['subreddit', 'r/SmallBusiness', { subreddit: 'smallbusiness' }],
  ['author', '/u/Author_2', {}],
  ['word', 'payment plugin', { title: 'Looking for invoicing software with a payment plugin, would pay today' }],
  ['domain', 'https://www.spam.example/x', { url: 'https://shop.spam.example/offer' }],
] as const)('hides what a workspace excludes by %s, stored and new, from that workspace only', async (kind, value, second) => {
  const { shown } = await openBens();
  await ingest(1);
  await ingest(2, second);
  expect(await own().add(owner, [{ kind, value }])).toEqual({ added: 1, hidden: 1, restored: 0 });
  await ingest(3, { ...second, ...(kind === 'author' ? { author: 'author_2' } : {}) });
  expect(await shownPosts()).toEqual(['t3_item1']);
  expect(await shown()).toEqual(['t3_item1', 't3_item2', 't3_item3']);
  const [entry] = await own().list(owner);
  expect(await own().remove(owner, entry?.id ?? '')).toEqual({ added: 0, hidden: 0, restored: 1 });
  expect(await shownPosts()).toEqual(['t3_item1', 't3_item2']);
});

test('keeps posts hidden that the instance excludes, too, and each list its own entries', async () => {
  const { ben } = await openBens();
  await ingest(1);
  await add('author', 'author_1');
  expect(await own().add(owner, [{ kind: 'author', value: 'author_1' }])).toEqual({ added: 1, hidden: 0, restored: 0 });
  const [entry] = await own().list(owner);
  expect(await own().list(ben)).toEqual([]);
  expect(await made.core.discovery.blacklist.list(systemActor)).toHaveLength(1);
  await expect(own().remove(ben, entry?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  await expect(made.core.discovery.blacklist.remove(systemActor, entry?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  expect(await own().remove(owner, entry?.id ?? '')).toMatchObject({ restored: 0 });
  expect(await shownPosts()).toEqual([]);
  await removeAll();
  expect(await shownPosts()).toEqual(['t3_item1']);
});

test('is the same list for whoever works in the workspace', async () => {
  const { ben } = await openBens();
  await ingest(1);
  const there = { ...ben, workspaceId: owner.userId, member: 'member' } as const;
  expect(await own().import(there, 'u/author_1')).toMatchObject({ added: 1, hidden: 1 });
  expect(await own().list(owner)).toMatchObject([{ kind: 'author', value: 'author_1' }]);
  expect(await shownPosts()).toEqual([]);
});

test('hides and shows the posts of a campaign that moves by the blacklist of its new workspace', async () => {
  const { ben, shown } = await openBens();
  await ingest(1);
  await ingest(2);
  await own().add(owner, [{ kind: 'author', value: 'author_1' }]);
  await own().add(ben, [{ kind: 'author', value: 'author_2' }]);
  expect([await shownPosts(), await shown()]).toEqual([['t3_item2'], ['t3_item1']]);
  const [campaign] = (await made.core.inbox.campaigns.list(owner, { limit: 1 })).items;
  await made.core.inbox.campaigns.move(systemActor, campaign?.id ?? '', ben.userId);
  expect([await shownPosts(), [...new Set(await shown())]]).toEqual([[], ['t3_item1']]);
});

test('excludes in a merged account what both accounts excluded', async () => {
  const { ben, shown } = await openBens();
  for (const number of [1, 2, 3]) await ingest(number);
  await own().add(owner, [
    { kind: 'author', value: 'author_1' },
    { kind: 'word', value: 'both' },
  ]);
  await own().add(ben, [
    { kind: 'author', value: 'author_2' },
    { kind: 'word', value: 'both' },
  ]);
  await makeUser(made.core, 'root', 'admin');
  await made.core.instance.admin.mergeUsers(systemActor, owner.userId, { intoId: ben.userId, name: 'owner' });
  expect((await own().list(ben)).map(({ value }) => value)).toEqual(['author_1', 'author_2', 'both']);
  expect([...new Set(await shown())]).toEqual(['t3_item3']);
});

test("goes with its owner's account", async () => {
  await own().add(owner, [{ kind: 'author', value: 'author_1' }]);
  await makeUser(made.core, 'root', 'admin');
  await made.core.instance.admin.deleteUser(systemActor, owner.userId);
  expect(await made.core.db('blacklist').select('*')).toEqual([]);
});

test.each(['a', '***', '*', 'a*', '…', '1', '" "'])('refuses the word "%s", which would hide nearly every post', (value) => {
  expect(() => cleanValue('word', value)).toThrow('would hide nearly every post. Enter a word of at least two letters or digits.');
});

test('refuses a domain that is only an ending', () => {
  expect(() => cleanValue('domain', 'com')).toThrow('"com" is no domain. Enter one such as spam.example.com.');
});

test('accepts short words that mean something', () => {
  expect(['AI', 'c3', '猫'].map((value) => cleanValue('word', value))).toEqual(['ai', 'c3', '猫']);
});
