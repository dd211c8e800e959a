import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicPosts } from '#test/support/fixtures.ts';
import { unknownTime, type FetchedItem } from '#core/platform/item.ts';
import { type FileEntry, readFileItems } from './file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
const entriesOf = (input: string | Uint8Array, size = 7): Promise<FileEntry[]> =>
  Array.fromAsync(readFileItems({ input: inPieces(Buffer.from(input), size) }));
const itemsOf = (entries: FileEntry[]): FetchedItem[] => entries.flatMap((entry) => ('item' in entry ? [entry.item] : []));
const badOf = (entries: FileEntry[]) => entries.flatMap((entry) => ('bad' in entry ? [entry.bad] : []));

const post = {
  name: 't3_abc',
  subreddit: 'SaaS',
  title: 'Need a tool',
  selftext: 'Which one?',
  author: 'ann',
  created_utc: 1_700_000_000,
  score: 4,
  num_comments: 2,
  over_18: false,
  permalink: '/r/SaaS/comments/abc/need_a_tool/',
};
const comment = {
  id: 'def',
  subreddit: 'SaaS',
  body: 'Try ours',
  author: 'bob',
  created_utc: '1700000100',
  link_id: 't3_abc',
  parent_id: 't3_abc',
  link_title: 'Need a tool',
};
const lines = [post, comment].map((record) => JSON.stringify(record)).join('\n');

describe('reading a file of posts and comments', () => {
  it('reads JSON lines in chunks of any size', async () => {
    for (const size of [1, 3, 64, 100_000]) {
      const items = itemsOf(await entriesOf(lines, size));
      expect(items).toMatchObject([
        {
          fullname: 't3_abc',
          kind: 'post',
          title: 'Need a tool',
          body: 'Which one?',
          createdAt: 1_700_000_000_000,
          permalink: 'https://www.reddit.com/r/SaaS/comments/abc/need_a_tool/',
        },
        {
          fullname: 't1_def',
          kind: 'comment',
          title: 'Need a tool',
          linkFullname: 't3_abc',
          createdAt: 1_700_000_100_000,
          permalink: 'https://www.reddit.com/comments/abc/_/def/',
        },
      ]);
    }
  });

  it('detects gzip by its first bytes, and counts compressed bytes', async () => {
    const path = join(folder, 'named-wrongly.csv');
    const zipped = gzipSync(lines);
    await writeFile(path, zipped);
    let total = 0;
    const entries = await Array.fromAsync(readFileItems({ input: path, onBytes: (bytes) => (total = bytes) }));
    expect(itemsOf(entries)).toHaveLength(2);
    expect(total).toBe(zipped.length);
  });

  it.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('reads CSV with %s, quotes, line breaks, and a byte order mark', async (_, mark) => {
    const rows = [
      ['Id', 'Title', 'selftext', 'subreddit', 'created_utc', 'score', 'over_18'],
      ['abc', '"Need, a ""tool"""', '"two\nlines; and\ttab"', 'r/SaaS', '2023-11-14T22:13:20Z', '12', 'False'],
      ['t3_abd', 'Plain', 'text', 'SaaS', '1700000000000', '', 'True'],
    ];
    const items = itemsOf(await entriesOf(`\ufeff${rows.map((row) => row.join(mark)).join('\r\n')}\r\n`));
    expect(items).toMatchObject([
      {
        fullname: 't3_abc',
        title: 'Need, a "tool"',
        body: 'two\nlines; and\ttab',
        subreddit: 'SaaS',
        createdAt: 1_700_000_000_000,
        score: 12,
        over18: false,
      },
      { fullname: 't3_abd', score: null, over18: true, createdAt: 1_700_000_000_000 },
    ]);
  });

  it('reports each unreadable line, and continues', async () => {
    const entries = await entriesOf(
      [
        '{"title":"one"}',
        'no json',
        '',
        '{}',
        '[1]',
        '"text"',
        `{"title":"${'x'.repeat(1_100_000)}"}`,
        '{"title":"two","created_utc":"tomorrow"}',
      ].join('\n'),
      65_536,
    );
    expect(itemsOf(entries).map((item) => item.title)).toEqual(['one', 'two']);
    expect(badOf(entries).map(({ line }) => line)).toEqual([2, 4, 5, 6, 7]);
  });

  it('reads an array with one object per line, and saved API responses', async () => {
    const text = `[\n${JSON.stringify({ kind: 't3', data: post })},\n${JSON.stringify(comment)}\n]`;
    expect(itemsOf(await entriesOf(text)).map((item) => item.fullname)).toEqual(['t3_abc', 't1_def']);
  });

  it('gives text without an id the same id each time, and different text a different one', async () => {
    const [one, two, three] = itemsOf(await entriesOf('{"title":"a"}\n{"title":"a"}\n{"title":"b"}'));
    expect(one?.fullname).toMatch(/^t3_x[0-9a-f]{20}$/);
    expect(two?.fullname).toBe(one?.fullname);
    expect(three?.fullname).not.toBe(one?.fullname);
    expect(one).toMatchObject({ createdAt: unknownTime, subreddit: '', permalink: null });
  });

  it('reports where a truncated gzip file ends, after returning what could be read', async () => {
    const many = Array.from({ length: 5000 }, (_, index) =>
      JSON.stringify({ ...post, id: index.toString(36), name: undefined, title: `${Math.sin(index)}` }),
    ).join('\n');
    const entries = await entriesOf(gzipSync(many).subarray(0, 60_000), 4096);
    expect(itemsOf(entries).length).toBeGreaterThan(100);
    expect(badOf(entries)).toMatchObject([{ message: expect.stringMatching(/breaks off/) }]);
  });

  it('returns nothing for an empty file', async () => {
    expect(await entriesOf('')).toEqual([]);
  });

  it("rejects a file that doesn't exist", async () => {
    await expect(Array.fromAsync(readFileItems({ input: join(folder, 'missing') }))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stops when aborted', async () => {
    const control = new AbortController();
    const reading = readFileItems({ input: inPieces(Buffer.from(`${lines}\n`.repeat(1000)), 512), signal: control.signal });
    const take = async () => {
      for await (const entry of reading) if ('item' in entry) control.abort(new Error('enough'));
    };
    await expect(take()).rejects.toThrow('enough');
  });

  it('keeps only a small part of a large file in memory', async () => {
    const line = Buffer.from(`${JSON.stringify({ ...post, selftext: 'y'.repeat(2000) })}\n`);
    let handedOut = 0;
    let ahead = 0;
    async function* endless() {
      for (; handedOut < 30_000; handedOut++) yield line;
    }
    let read = 0;
    for await (const entry of readFileItems({ input: endless() })) {
      if ('item' in entry) read += 1;
      ahead = Math.max(ahead, handedOut - read);
    }
    expect(read).toBe(30_000);
    expect(ahead).toBeLessThan(200);
  });
});

it('reads all 17,288 public-domain posts of a gzipped file and decodes their entities', async () => {
  let items = 0;
  const kept: string[] = [];
  for await (const entry of readFileItems({ input: fileURLToPath(publicPosts) })) {
    if (!('item' in entry)) continue;
    items += 1;
    const { title, body, url } = entry.item;
    if (/&(?:amp|lt|gt);/.test(`${title}\n${body}\n${url}`)) kept.push(title);
  }
  expect(items).toBe(17_288);
  // Their authors pasted text that was already escaped: the file has `&amp;amp;` there.
  expect(kept).toHaveLength(4);
  expect(kept).toContain("Lehman Brothers: US to inspect Ernst &amp; Young's audit - Telegraph");
});
