import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { unknownTime } from '#core/platform/item.ts';
import { type FileEntry, readFileItems } from './file.ts';

async function* inPieces(bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += 11) yield bytes.subarray(start, start + 11);
}
const read = (input: string | Uint8Array): Promise<FileEntry[]> =>
  Array.fromAsync(readFileItems({ input: inPieces(typeof input === 'string' ? Buffer.from(input) : input) }));
const csv = (rows: readonly (readonly string[])[], mark = ',') => rows.map((row) => row.join(mark)).join('\r\n');

const at = Date.UTC(2026, 10, 20, 12);
const seconds = at / 1000;
const first = { title: 'Need a tool', body: 'Which one?', author: 'ann', subreddit: 'SaaS' };
const second = { title: 'Looking for a CRM', body: 'Any tips?', author: 'bob', subreddit: 'smallbusiness' };
const thing = ({ title, body, author, subreddit }: typeof first, id: string) => ({
  kind: 't3',
  data: { id, name: `t3_${id}`, title, selftext: body, author, subreddit, created_utc: seconds },
});
const listing = { kind: 'Listing', data: { after: 't3_x', children: [thing(first, 'abc1'), thing(second, 'abc2')] } };
const generic = [first, second].map(({ title, body, author, subreddit }) => ({
  Headline: title,
  Text: body,
  author: `u/${author}`,
  Subreddit: `r/${subreddit}`,
  createdAt: new Date(at).toISOString(),
}));

/** Twelve files as people have them, each with the same two posts. */
const shapes: Record<string, string | Uint8Array> = {
  "JSON Lines with Reddit's names": [first, second]
    .map(({ body, ...post }) => JSON.stringify({ ...post, selftext: body, created_utc: seconds }))
    .join('\n'),
  'a pretty-printed JSON array': JSON.stringify(generic, null, 2),
  'a JSON array on one line': JSON.stringify(generic),
  "Reddit's listing": JSON.stringify(listing),
  'two listings in an array, as a saved thread': JSON.stringify([
    listing,
    { kind: 'Listing', data: { children: [{ kind: 'more', data: {} }] } },
  ]),
  'a list in an object, as an API answers': JSON.stringify({ nextCursor: null, items: generic }, null, 1),
  'CSV with “Post Title” and seconds': csv([
    ['Post Title', 'Post Text', 'Username', 'Community', 'created'],
    ...[first, second].map((post) => [post.title, post.body, post.author, post.subreddit, String(seconds)]),
  ]),
  'CSV with semicolons, “Headline” and a date': `\ufeff${csv(
    [
      ['Headline', 'Content', 'Author', 'Subreddit', 'Date'],
      ...[first, second].map((post) => [post.title, post.body, post.author, post.subreddit, '2026-11-20 12:00:00']),
    ],
    ';',
  )}`,
  'tab-separated text in UTF-16, as spreadsheets save it': Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(
      csv(
        [
          ['Title', 'Body', 'User', 'Subreddit', 'created_at'],
          ...[first, second].map((post) => [post.title, post.body, post.author, post.subreddit, '2026-11-20T12:00:00Z']),
        ],
        '\t',
      ),
      'utf16le',
    ),
  ]),
  'CSV with a link that names the post': csv([
    ['URL', 'Title', 'Text', 'By', 'author', 'timestamp'],
    ...[first, second].map((post, index) => [
      `https://www.reddit.com/r/${post.subreddit}/comments/abc${index + 1}/x/`,
      post.title,
      post.body,
      '',
      post.author,
      String(at),
    ]),
  ]),
  'gzipped JSON': gzipSync(JSON.stringify(generic)),
  'a ZIP of a CSV file and a JSON file, beside others': zipSync({
    'README.md': strToU8('# not data'),
    '__MACOSX/._posts.csv': strToU8('x'),
    'export/posts.csv': strToU8(
      csv([
        ['title', 'selftext', 'author', 'subreddit', 'created_utc'],
        [first.title, first.body, first.author, first.subreddit, String(seconds)],
      ]),
    ),
    'export/more.json.gz': gzipSync(JSON.stringify([generic[1]])),
  }),
};

test('covers twelve shapes', () => expect(Object.keys(shapes)).toHaveLength(12));

test.each(Object.entries(shapes))('reads both posts whole from %s', async (_, file) => {
  const entries = await read(file);
  expect(entries).toEqual(
    [first, second].map((post) => ({ item: expect.objectContaining({ ...post, kind: 'post', createdAt: at }) as unknown })),
  );
});

test('keeps an unknown date unknown, whatever stands in its place', async () => {
  const dates = ['', 'tomorrow', 'post 5', '0', '-1', '1601-01-01', '3000-01-01', '1e400', '2026-13-45'];
  const entries = await read(csv([['title', 'created_at'], ...dates.map((date, index) => [`Post ${index}`, date])]));
  expect(entries.map((entry) => 'item' in entry && entry.item.createdAt)).toEqual(dates.map(() => unknownTime));
});

test('reads a thread with all its replies', async () => {
  const reply = (id: string, body: string, replies: unknown = '') => ({
    kind: 't1',
    data: { id, name: `t1_${id}`, body, author: 'cy', subreddit: 'SaaS', link_id: 't3_abc1', created_utc: seconds, replies },
  });
  const below = { kind: 'Listing', data: { children: [reply('r2', 'Me too'), { kind: 'more', data: {} }] } };
  const thread = [listing, { kind: 'Listing', data: { children: [reply('r1', 'Try this', below)] } }];
  const items = (await read(JSON.stringify(thread))).map((entry) => ('item' in entry ? entry.item.fullname : entry.bad));
  expect(items).toEqual(['t3_abc1', 't3_abc2', 't1_r1', 't1_r2']);
});

test('finds the objects of a document larger than it holds at once, and the line of a broken one', async () => {
  const many = Array.from({ length: 3000 }, (_, index) => ({ ...generic[0], Headline: `Post ${index}`, Text: '[{"'.repeat(150) }));
  const text = JSON.stringify(many, null, 1);
  const whole = await read(text);
  expect(whole).toHaveLength(3000);
  expect(whole.at(-1)).toMatchObject({ item: { title: 'Post 2999' } });
  const wrapped = await read(JSON.stringify({ items: many }));
  expect(wrapped).toHaveLength(3000);
  const cut = await read(text.slice(0, -700));
  expect(cut.at(-1)).toMatchObject({ bad: { message: 'The file ends in the middle of this entry' } });
});

test('takes row numbers for no IDs, and says which file of an archive has a fault', async () => {
  const rows = await read(
    csv([
      ['id', 'Title'],
      ['1', 'One'],
      ['2', 'Two'],
    ]),
  );
  expect(rows.map((entry) => 'item' in entry && entry.item.fullname)).toEqual([
    expect.stringMatching(/^t3_x/),
    expect.stringMatching(/^t3_x/),
  ]);
  const broken = await read(zipSync({ 'a.jsonl': strToU8('{"title":"One"}\nno json\n') }));
  expect(broken).toMatchObject([{ item: { title: 'One' } }, { bad: { line: 2, message: 'a.jsonl: Not JSON' } }]);
  expect(await read(zipSync({ 'photo.png': strToU8('x') }))).toMatchObject([
    { bad: { message: 'The archive holds no JSON, JSONL, CSV, or email file' } },
  ]);
});

test.each([
  [
    'a ZIP that is cut off',
    zipSync({ 'a.csv': strToU8(csv([['title'], ...Array.from({ length: 9000 }, (_, n) => [`Post ${Math.sin(n)}`])])) }).subarray(0, 40_000),
  ],
  ['noise', new Uint8Array(5000).map((_, index) => (index * 7919) % 251)],
  ['HTML', '<!doctype html><title>Sign in</title><body>Sign in'],
  ['a number', '42'],
  ['open braces', '{'.repeat(100_000)],
  ['open brackets', '['.repeat(100_000)],
])('%s ends without an exception', async (_, file) => {
  expect((await read(file)).every((entry) => 'item' in entry || entry.bad.message !== '')).toBe(true);
});

test('stops a ZIP that unpacks to more than is allowed', async () => {
  const bomb = zipSync({ 'a.csv': new Uint8Array(8 * 1024 * 1024) });
  const entries = await Array.fromAsync(readFileItems({ input: inPieces(bomb), maxUnpackedBytes: 1024 * 1024 }));
  expect(entries.at(-1)).toMatchObject({ bad: { message: 'The file breaks off: it unpacks to more than 1 MiB' } });
});

const textsOf = (entries: readonly FileEntry[]) =>
  entries.flatMap((entry) => ('item' in entry ? [[entry.item.title, entry.item.body, entry.item.url]] : []));
const post = { subreddit: 'SaaS', created_utc: seconds };

test('decodes the entities of escaped titles, texts, and addresses exactly once', async () => {
  const link = 'https://example.org/?a=1&amp;b=2';
  const records = [
    {
      ...post,
      title: 'Q&amp;A: is 5 &lt; 3 --&gt; or &amp;amp;?',
      selftext: '&gt; quote\n\n&amp;nbsp; &amp;amp;lt;b&amp;amp;gt;',
      url: link,
    },
    { ...post, link_title: 'Ernst &amp; Young', body: 'Profit &amp;mdash; loss', link_id: 't3_abc1', id: 'abc2' },
  ];
  const wanted = [
    ['Q&A: is 5 < 3 --> or &amp;?', '> quote\n\n&nbsp; &amp;lt;b&amp;gt;', 'https://example.org/?a=1&b=2'],
    ['Ernst & Young', 'Profit &mdash; loss', null],
  ];
  expect(textsOf(await read(records.map((record) => JSON.stringify(record)).join('\n')))).toEqual(wanted);
  const children = records.map((data) => ({ kind: 'link_id' in data ? 't1' : 't3', data }));
  expect(textsOf(await read(JSON.stringify({ kind: 'Listing', data: { children } })))).toEqual(wanted);
});

test("decodes quotes where a tool's file escapes them too", async () => {
  const rows = csv([
    ['Headline', 'Content', 'Subreddit'],
    ['Who&#39;s got a &quot;CRM&quot;?', 'Us &amp; them', 'SaaS'],
  ]);
  expect(textsOf(await read(rows))).toEqual([['Who\'s got a "CRM"?', 'Us & them', null]]);
});

test('leaves entities where a bare character shows that the record is not escaped', async () => {
  const records = [
    { ...post, title: 'R&D asks', selftext: 'Write &lt; as &amp;lt;' },
    { ...post, title: 'Spaces', selftext: 'One&nbsp;two &gt; three' },
    { ...post, title: 'Markup', selftext: '<b>&amp;</b>' },
  ];
  expect(textsOf(await read(JSON.stringify(records)))).toEqual(records.map(({ title, selftext }) => [title, selftext, null]));
});

test("leaves the texts of Earshot's own exports as they are", async () => {
  const row = { campaignId: '1', discoveredAt: '2026-11-20T12:00:00Z', kind: 'post', title: 'Write &amp;amp; or &gt;', body: '&lt;' };
  expect(textsOf(await read(JSON.stringify([row])))).toEqual([['Write &amp;amp; or &gt;', '&lt;', null]]);
});
