import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { type Actor, systemActor } from '#core/platform/actor.ts';
import { cleanValue, parseEntries } from './entry.ts';

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
