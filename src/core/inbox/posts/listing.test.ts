import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { type Post, postListQuery, postSorts } from '#shared/posts.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
const hour = 3_600_000;
const titles = [
  'Looking for invoicing software, would pay today',
  'invoice question',
  'How do you invoice clients who pay late?',
  'My invoicing rant',
];

const page = (query: Record<string, unknown>) => made.core.inbox.posts.list(ann, postListQuery.parse(query));

async function readAll(query: Record<string, unknown>, between: () => Promise<unknown> = () => Promise.resolve()): Promise<Post[]> {
  const all: Post[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const found: Awaited<ReturnType<typeof page>> = await page({ ...query, limit: 7, ...(cursor === '' ? {} : { cursor }) });
    all.push(...found.items);
    cursor = found.nextCursor;
    await between();
  }
  return all;
}

const varied = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => {
    const n = from + index;
    const title = `${titles[n % titles.length]} ${n}`;
    return makeItem(n, made.clock.now - ((n * 37) % 200) * hour, {
      title,
      body: `${title}. Text number ${n}, with an invoice in it ${'x'.repeat(n % 9)}.`,
      numComments: (n * 13) % 60,
      kind: n % 5 === 0 ? 'comment' : 'post',
    });
  });

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
  await makeCampaign(made.core, ann, { postFloor: 0, leadThreshold: 60 });
  await ingestItems(made.core, varied(90));
});
afterEach(() => made.close());

test('returns every post exactly once across pages, in every sort order', async () => {
  for (const sort of postSorts) {
    const all = await readAll({ sort });
    expect(all).toHaveLength(90);
    expect(new Set(all.map(({ id }) => id)).size).toBe(90);
    const keys = all.map((post) =>
      sort === '-confidence' ? post.confidence : Date.parse(sort === '-createdAt' ? (post.createdAt ?? '') : post.discoveredAt),
    );
    expect(keys).toEqual(keys.toSorted((a, b) => b - a));
  }
});

test('neither repeats nor skips a post when new ones arrive or time passes between pages', async () => {
  let from = 1000;
  const first = await readAll({});
  const again = await readAll({}, async () => {
    made.clock.now += 5 * hour;
    await ingestItems(made.core, varied(10, from));
    from += 10;
  });
  const old = again.filter(({ fullname }) => Number(fullname.slice(7)) < 1000);
  expect(old.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  expect(new Set(again.map(({ id }) => id)).size).toBe(again.length);
});

test('returns exactly the posts that match each filter, in order', async () => {
  const all = await readAll({});
  const expectSame = async (query: Record<string, unknown>, keep: (post: Post) => boolean) => {
    const found = await readAll(query);
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ id }) => id)).toEqual(all.filter(keep).map(({ id }) => id));
  };
  await expectSame({ kind: 'comment' }, ({ kind }) => kind === 'comment');
  await expectSame({ minScore: 40 }, ({ confidence }) => confidence >= 40);
  await expectSame({ status: 'lead' }, ({ status }) => status === 'lead');
  await expectSame({ rule: '"pay late"' }, ({ matchedRules }) => matchedRules.includes('"pay late"'));
  await expectSame({ subreddit: 'R/Freelance' }, () => true);
  const since = new Date(made.clock.now - 100 * hour).toISOString();
  await expectSame({ since }, ({ createdAt }) => (createdAt ?? '') >= since);
});

test('removes archived posts from the list, and finds them by status', async () => {
  const [first, second] = (await page({})).items;
  await made.core.inbox.posts.update(ann, first?.id ?? '', { status: 'dismissed' });
  await made.core.inbox.posts.update(ann, second?.id ?? '', { status: 'archived' });
  expect((await readAll({})).map(({ id }) => id)).not.toContain(first?.id);
  expect((await page({ status: 'dismissed' })).items.map(({ id }) => id)).toEqual([first?.id]);
  expect((await page({ status: 'archived' })).items.map(({ id }) => id)).toEqual([second?.id]);
  expect(await readAll({ status: 'all' })).toHaveLength(90);
});

test('lowers a score with age without writing to the database', async () => {
  const [before] = (await page({})).items;
  const stored = await made.core
    .db('posts')
    .where({ id: Number(before?.id) })
    .first('static_points', 'recency_points', 'cap');
  made.clock.now += 30 * 24 * hour;
  const after = await made.core.inbox.posts.get(ann, before?.id ?? '');
  expect(after.confidence).toBeLessThan(before?.confidence ?? 0);
  expect(
    await made.core
      .db('posts')
      .where({ id: Number(before?.id) })
      .first('static_points', 'recency_points', 'cap'),
  ).toEqual(stored);
});

test('rejects a cursor from another list, and an invalid cursor', async () => {
  const { nextCursor } = await page({ sort: '-createdAt', limit: 1 });
  for (const cursor of [nextCursor ?? '', 'x', Buffer.from('[1]').toString('base64url')]) {
    await expect(page({ cursor })).rejects.toMatchObject({ code: 'invalid' });
  }
});

test.each([
  {},
  { kind: 'comment' },
  { minScore: 40 },
  { minScore: 40, sort: '-createdAt' },
  { q: 'rant' },
  { q: 'rant', sort: '-createdAt', minScore: 1 },
  { q: 'invoice', status: 'all', kind: 'comment' },
  { seen: 'false', status: 'all' },
])('counts as many posts as %o lists, on the first page only', async (query) => {
  const { total, nextCursor } = await page({ ...query, limit: 7 });
  expect(total).toBe((await readAll(query)).length);
  expect(total).toBeGreaterThan(7);
  expect((await page({ ...query, limit: 7, cursor: nextCursor })).total).toBe(null);
});
